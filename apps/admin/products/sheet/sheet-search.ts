/** The maximum number of products that one sheet contains. */
export const maxSheetProducts = 100;

/** Read the ids of the sheet's products from the page's URL. Invalid ids, duplicates and ids beyond the maximum are dropped. */
export function parseSheetSearch(search: Record<string, unknown>): { ids: string } {
  // The router parses a single id as a number.
  const ids = String(search["ids"] ?? "")
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  return { ids: [...new Set(ids)].slice(0, maxSheetProducts).join(",") };
}
