/** From which end the rows of a page are counted off. */
export type End = "front" | "back";

/** Rows to pass over and rows to take, as SQL. */
export interface PageWindow {
  skip: string;
  take: string;
}

/**
 * A number of rows, as SQL. Inside a sub-select the planner does not look at the number: else it would find that each
 * page is cheaper than pages in general, and plan the statement anew for every request.
 */
function limitOf(limit: string): string {
  return `(select ${limit}::bigint)`;
}

/** Rows before a page, as SQL over the exact total: a page past the last is the last (LST-3). */
export function offsetOf(total: string, page: string, limit: string): string {
  return `((least(${page}::bigint, greatest(1, (${total} + ${limit}::bigint - 1) / ${limit}::bigint)) - 1) * ${limit}::bigint)`;
}

/**
 * The rows of a page, counted off from either end of the whole list.
 * @param end from the back only over a total of the same moment, or the rows would not be those of the page
 */
export function windowOf(
  end: End,
  { total, page, limit }: { total: string; page: string; limit: string },
): PageWindow {
  const before = offsetOf(total, page, limit);
  if (end === "front") return { skip: before, take: limitOf(limit) };
  const last = `least(${before} + ${limit}::bigint, ${total})`;
  return { skip: `(${total} - ${last})`, take: `(${last} - ${before})` };
}
