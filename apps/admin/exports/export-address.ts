import type { Export } from "./export-queries.ts";

export type ExportedResource = Export["resource"];

/** The filters that a list hands over, in the names that the API has. */
export const filtersOf = {
  products: ["query", "visibility", "stock", "collection_ids", "vendor", "brand", "product_type", "tags"],
  customers: ["query", "group_id", "tags", "accepts_marketing"],
  orders: ["query", "status", "financial_status", "fulfillment_status", "location_id"],
  inventory_levels: [],
  inventory_movements: [],
} as const satisfies Readonly<Record<ExportedResource, readonly string[]>>;

/** The exports' page for what a list shows. @param filters what narrows the list; empty or absent: nothing does */
export function exportAddress<R extends ExportedResource>(
  handle: string,
  resource: R,
  filters: Readonly<Record<(typeof filtersOf)[R][number], string | number | undefined>>,
): string {
  const names: readonly (typeof filtersOf)[R][number][] = filtersOf[resource];
  const said = names.map((name) => [name, String(filters[name] ?? "")]).filter(([, value]) => value !== "");
  return `/${handle}/exports?${new URLSearchParams([["resource", resource], ...said])}`;
}
