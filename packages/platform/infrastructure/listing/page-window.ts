/** The end of the list from which the offset of a page is counted. */
export type End = "front" | "back";

/** SQL for the number of rows to skip and the number to read. */
export interface PageWindow {
  skip: string;
  take: string;
}

/**
 * Build SQL for a number of rows. The sub-select hides the number from PostgreSQL's planner. Otherwise the planner
 * would prefer a custom plan for each page, and plan the statement again for every request.
 */
function buildRowCount(limit: string): string {
  return `(select ${limit}::bigint)`;
}

/**
 * Build SQL for the number of rows before a page. A page number above the last page means the last page (LST-3).
 */
export function buildOffset(total: string, page: string, limit: string): string {
  return `((least(${page}::bigint, greatest(1, (${total} + ${limit}::bigint - 1) / ${limit}::bigint)) - 1) * ${limit}::bigint)`;
}

/**
 * Build SQL for the window of a page.
 * @param end `back` requires the exact current total, otherwise the window would contain rows of other pages
 */
export function buildWindow(
  end: End,
  { total, page, limit }: { total: string; page: string; limit: string },
): PageWindow {
  const rowsBeforePage = buildOffset(total, page, limit);
  if (end === "front") return { skip: rowsBeforePage, take: buildRowCount(limit) };
  const rowsThroughPage = `least(${rowsBeforePage} + ${limit}::bigint, ${total})`;
  return { skip: `(${total} - ${rowsThroughPage})`, take: `(${rowsThroughPage} - ${rowsBeforePage})` };
}
