import { exportedResources } from "@souk/contract";
import { usePlace } from "@souk/ui";
import { type ExportedResource, filtersByResource } from "./export-address.ts";

const names: readonly string[] = [...new Set(Object.values(filtersByResource).flat())];
const noFilters = Object.fromEntries(names.map((name) => [name, ""]));

export interface ExportFilters {
  resource: ExportedResource;
  /** The filters of the list that the person came from. */
  filters: Readonly<Record<string, string>>;
  isNarrowed: boolean;
  choose(resource: ExportedResource): void;
  clear(): void;
}

/** Read from the address which records are exported and by which filters; all products by default. */
export function useExportFilters(): ExportFilters {
  const { at, go } = usePlace(["resource", ...names]);
  const resource = exportedResources.find((known) => known === at["resource"]) ?? "products";
  const known: readonly string[] = filtersByResource[resource];
  const said = known.map((name) => [name, at[name] ?? ""] as const);
  const filters = Object.fromEntries(said.filter(([, value]) => value !== ""));
  return {
    resource,
    filters,
    isNarrowed: Object.keys(filters).length > 0,
    choose: (chosen) => go({ ...noFilters, resource: chosen }, { replace: true }),
    clear: () => go(noFilters),
  };
}
