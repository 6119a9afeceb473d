import { Button, Group, Text } from "@mantine/core";
import { useAllGroups } from "../customers/groups/group-queries.ts";
import { useLocationNames } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import type { ExportFilters } from "./export-filters.ts";

/** Show the filters of an export, with a button to export all. */
export function NarrowedNote({ place }: { place: ExportFilters }) {
  const { resource } = place;
  if (!place.isNarrowed || (resource !== "products" && resource !== "customers" && resource !== "orders"))
    return null;
  const { only, every } = texts.exports.form.narrowed[resource];
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

/** Show the filters of orders in words; the list identifies a location by its id. */
function OrderFilters({ filters }: Pick<ExportFilters, "filters">) {
  const getLocationName = useLocationNames();
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    status: texts.orders.statuses,
    financial_status: texts.orders.financial,
    fulfillment_status: texts.orders.fulfillment,
  };
  const said = Object.entries(filters).map(([name, value]) => [
    name,
    name === "location_id" ? getLocationName(Number(value)) : (words[name]?.[value] ?? value),
  ]);
  return quoted(Object.fromEntries(said));
}

function quoted(filters: ExportFilters["filters"]): string {
  return Object.values(filters)
    .map((value) => `"${value}"`)
    .join(", ");
}

/** Show the filters of customers in words; the list identifies a group by its id. */
function CustomerFilters({ filters }: Pick<ExportFilters, "filters">) {
  const { data: groups = [] } = useAllGroups();
  const { group_id, accepts_marketing, ...words } = filters;
  const { group, acceptsMarketing, rejectsMarketing } = texts.exports.form.narrowed;
  const parts = [
    Object.keys(words).length > 0 && quoted(words),
    group_id && group({ name: groups.find(({ id }) => String(id) === group_id)?.name ?? group_id }),
    accepts_marketing && (accepts_marketing === "true" ? acceptsMarketing : rejectsMarketing),
  ];
  return parts.filter(Boolean).join(", ");
}
