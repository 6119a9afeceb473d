import { Button, Group, Text } from "@mantine/core";
import { useAllGroups } from "../customers/groups/group-queries.ts";
import { useLocationNames } from "../locations/location-queries.ts";
import { strings as orderStrings } from "../orders/strings.ts";
import type { ExportFilters } from "./export-filters.ts";
import { strings } from "./strings.ts";

/** What an export is narrowed to, with the way to export all. */
export function NarrowedNote({ place }: { place: ExportFilters }) {
  const { resource } = place;
  if (!place.isNarrowed || (resource !== "products" && resource !== "customers" && resource !== "orders"))
    return null;
  const { only, every } = strings.form.narrowed[resource];
  return (
    <Group gap="sm" mt="sm">
      <Text size="sm">
        {only} <Filters {...place} />.
      </Text>
      <Button size="xs" variant="default" onClick={place.clear}>
        {every}
      </Button>
    </Group>
  );
}

function Filters({ resource, filters }: Pick<ExportFilters, "resource" | "filters">) {
  if (resource === "customers") return <CustomerFilters filters={filters} />;
  return resource === "orders" ? <OrderFilters filters={filters} /> : quoted(filters);
}

/** The filters of orders in the words of their list, which knows a location by its id. */
function OrderFilters({ filters }: Pick<ExportFilters, "filters">) {
  const nameOf = useLocationNames();
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    status: orderStrings.statuses,
    financial_status: orderStrings.financial,
    fulfillment_status: orderStrings.fulfillment,
  };
  const said = Object.entries(filters).map(([name, value]) => [
    name,
    name === "location_id" ? nameOf(Number(value)) : (words[name]?.[value] ?? value),
  ]);
  return quoted(Object.fromEntries(said));
}

function quoted(filters: ExportFilters["filters"]): string {
  return Object.values(filters)
    .map((value) => `“${value}”`)
    .join(", ");
}

/** The filters of customers in words: the list knows a group by its id. */
function CustomerFilters({ filters }: Pick<ExportFilters, "filters">) {
  const { data: groups = [] } = useAllGroups();
  const { group_id, accepts_marketing, ...words } = filters;
  const { group, agreed, notAgreed } = strings.form.narrowed;
  const parts = [
    Object.keys(words).length > 0 && quoted(words),
    group_id && group(groups.find(({ id }) => String(id) === group_id)?.name ?? group_id),
    accepts_marketing && (accepts_marketing === "true" ? agreed : notAgreed),
  ];
  return parts.filter(Boolean).join(", ");
}
