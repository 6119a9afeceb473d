import { exportedResources } from "@souk/contract";
import { useUrlState } from "@souk/ui";
import { type ExportedResource, filterNamesByResource } from "./export-page-link.ts";

const filterNames: readonly string[] = [...new Set(Object.values(filterNamesByResource).flat())];
const noFilters = Object.fromEntries(filterNames.map((name) => [name, ""]));

export interface ExportFilters {
  resource: ExportedResource;
  /** The filters of the list from which the exports page was opened, by API name. */
  filters: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** Select the resource to export, and remove the filters. */
  selectResource(resource: ExportedResource): void;
  clearFilters(): void;
}

/** Read the resource to export and its filters from the page's URL. Without a resource in the URL, return products. */
export function useExportFilters(): ExportFilters {
  const { values, change } = useUrlState(["resource", ...filterNames]);
  const resource = exportedResources.find((candidate) => candidate === values["resource"]) ?? "products";
  const resourceFilterNames: readonly string[] = filterNamesByResource[resource];
  const entries = resourceFilterNames.map((name) => [name, values[name] ?? ""] as const);
  const filters = Object.fromEntries(entries.filter(([, value]) => value !== ""));
  return {
    resource,
    filters,
    isFiltered: Object.keys(filters).length > 0,
    selectResource: (newResource) => change({ ...noFilters, resource: newResource }, { replace: true }),
    clearFilters: () => change(noFilters),
  };
}
