import { Button, Group, Text } from "@mantine/core";
import { useAllGroups } from "../customers/groups/group-queries.ts";
import { useLocationNameLookup } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import type { ExportFilters } from "./export-filters.ts";

/** Show the filters of an export, with a button that removes them. Show nothing if there are no filters. */
export function ExportFiltersNote({ exportFilters }: { exportFilters: ExportFilters }) {
  const { resource } = exportFilters;
  if (!exportFilters.isFiltered) return null;
  // Only exports of products, customers and orders have filters.
  if (resource !== "products" && resource !== "customers" && resource !== "orders") return null;
  const { matching, exportAll } = texts.exports.form.filtered[resource];
  return (
    <Group gap="sm" mt="sm">
      <Text size="sm">
        {matching} <FilterValues {...exportFilters} />.
      </Text>
      <Button size="xs" variant="default" onClick={exportFilters.clearFilters}>
        {exportAll}
      </Button>
    </Group>
  );
}

function FilterValues({ resource, filters }: Pick<ExportFilters, "resource" | "filters">) {
  if (resource === "customers") return <CustomerFilterValues filters={filters} />;
  return resource === "orders" ? <OrderFilterValues filters={filters} /> : joinQuotedValues(filters);
}

/** Show the values of order filters, with the labels of statuses and the name of the location. */
function OrderFilterValues({ filters }: Pick<ExportFilters, "filters">) {
  const getLocationName = useLocationNameLookup();
  const statusLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    status: texts.orders.statuses,
    financial_status: texts.orders.financial,
    fulfillment_status: texts.orders.fulfillment,
  };
  const entries = Object.entries(filters).map(([name, value]) => [
    name,
    name === "location_id" ? getLocationName(Number(value)) : (statusLabels[name]?.[value] ?? value),
  ]);
  return joinQuotedValues(Object.fromEntries(entries));
}

function joinQuotedValues(filters: ExportFilters["filters"]): string {
  return Object.values(filters)
    .map((value) => `"${value}"`)
    .join(", ");
}

/** Show the values of customer filters, with the name of the group and the label of the marketing filter. */
function CustomerFilterValues({ filters }: Pick<ExportFilters, "filters">) {
  const { data: groups = [] } = useAllGroups();
  const { group_id, accepts_marketing, ...otherFilters } = filters;
  const { group, acceptsMarketing, rejectsMarketing } = texts.exports.form.filtered;
  const parts = [
    Object.keys(otherFilters).length > 0 && joinQuotedValues(otherFilters),
    group_id && group({ name: groups.find(({ id }) => String(id) === group_id)?.name ?? group_id }),
    accepts_marketing && (accepts_marketing === "true" ? acceptsMarketing : rejectsMarketing),
  ];
  return parts.filter(Boolean).join(", ");
}
