import type { ImportableResource } from "@souk/contract";

/** Where a resource is imported, in a shop. */
export function importsPath(handle: string, resource: ImportableResource): string {
  return `/${handle}/${resource}/import`;
}
