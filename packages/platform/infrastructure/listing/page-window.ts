/** The end from which the rows of a page are counted. */
export type End = "front" | "back";

/** Rows to skip and rows to take, as SQL. */
export interface PageWindow {
  skip: string;
  take: string;
}

/**
 * Build SQL for a number of rows. Inside a sub-select the planner does not look at the number: else it would
 * find that each page is cheaper than pages in general, and plan the statement again for every request.
 */
function buildRowCount(limit: string): string {
  return `(select ${limit}::bigint)`;
}

/**
 * Build SQL for the number of rows before a page, from the exact total: a page past the last is the last
 * (LST-3).
 */
export function buildOffset(total: string, page: string, limit: string): string {
  return `((least(${page}::bigint, greatest(1, (${total} + ${limit}::bigint - 1) / ${limit}::bigint)) - 1) * ${limit}::bigint)`;
}

/**
 * Build the window of a page, counted from either end of the whole list.
 * @param end from the back only over a total of the same moment, or the rows would not be those of the page
 */
export function buildWindow(
  end: End,
  { total, page, limit }: { total: string; page: string; limit: string },
): PageWindow {
  const before = buildOffset(total, page, limit);
  if (end === "front") return { skip: before, take: buildRowCount(limit) };
  const last = `least(${before} + ${limit}::bigint, ${total})`;
  return { skip: `(${total} - ${last})`, take: `(${last} - ${before})` };
}
