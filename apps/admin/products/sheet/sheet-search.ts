/** The maximum of products that can be edited together. */
export const maxInSheet = 100;

/** Read from the address the ids of the products that are edited together. */
export function readSheetSearch(search: Record<string, unknown>): { ids: string } {
  // One id alone is read as a number by the router.
  const ids = String(search["ids"] ?? "")
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  return { ids: [...new Set(ids)].slice(0, maxInSheet).join(",") };
}
