import { exportedResources } from "@souk/contract";
import { usePlace } from "@souk/ui";
import type { Export } from "./export-queries.ts";

export type ExportedResource = Export["resource"];

/** The filters that a list hands over, in the names that the API has. */
const filtersOf: Readonly<Record<ExportedResource, readonly string[]>> = {
  products: ["query", "visibility", "stock", "collection_ids", "vendor", "brand", "product_type", "tags"],
  customers: ["query", "group_id", "tags", "accepts_marketing"],
  orders: ["query", "status", "financial_status", "fulfillment_status", "location_id"],
  inventory_levels: [],
  inventory_movements: [],
};

const names = [...new Set(Object.values(filtersOf).flat())];
const noFilters = Object.fromEntries(names.map((name) => [name, ""]));

export interface ExportFilters {
  resource: ExportedResource;
  /** What narrowed the list that the person came from. */
  filters: Readonly<Record<string, string>>;
  isNarrowed: boolean;
  choose(resource: ExportedResource): void;
  clear(): void;
}

/** What is exported, as the address says it: all products, where it says nothing. */
export function useExportFilters(): ExportFilters {
  const { at, go } = usePlace(["resource", ...names]);
  const resource = exportedResources.find((known) => known === at["resource"]) ?? "products";
  const said = filtersOf[resource].map((name) => [name, at[name] ?? ""] as const);
  const filters = Object.fromEntries(said.filter(([, value]) => value !== ""));
  return {
    resource,
    filters,
    isNarrowed: Object.keys(filters).length > 0,
    choose: (chosen) => go({ ...noFilters, resource: chosen }, { replace: true }),
    clear: () => go(noFilters),
  };
}
