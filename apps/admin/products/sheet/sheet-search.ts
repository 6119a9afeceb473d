import { strings } from "../strings.ts";

/** The products that are edited together, as their ids stand in the address. */
export function readSheetSearch(search: Record<string, unknown>): { ids: string } {
  // One id alone is read as a number by the router.
  const ids = String(search["ids"] ?? "")
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  return { ids: [...new Set(ids)].slice(0, strings.bulk.mostInSheet).join(",") };
}
