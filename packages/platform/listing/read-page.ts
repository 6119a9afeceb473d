import { type Page, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countNow } from "./count-now.ts";
import { type KeptTotal, keptTotalsOf } from "./kept-totals.ts";
import type { ListQuery, ListSource } from "./list-source.ts";
import { type PageRow, pageStatement, type Reading } from "./page-statement.ts";

/** The rows of one page. */
export interface FoundPage {
  page: Page;
  /** Their JSON texts joined by commas. */
  texts: string;
  /** Their ids in order, only when some row has no text. */
  ids: number[] | null;
  /** The last row's values of the columns asked for, in their order; null on an empty page. */
  last: unknown[];
}

// So many rows are passed over faster than the middle of the list is asked for.
const shallow = 1_000;

/** Rows before the page, were the list long enough. */
const before = ({ page, limit }: ListQuery): number => (page - 1) * limit;

/**
 * From the front: the total may be a minute old, since the rows are counted off by themselves. From the back they are
 * counted off from the total, which must then be that of the same moment.
 */
async function readingOf(run: Queryable, source: ListSource, query: ListQuery): Promise<Reading> {
  const { sort } = query;
  const front: Reading = { sort, end: "front", kept: source.total === undefined };
  if (before(query) < shallow) return front;
  const rows = await roughTotal(run, source);
  return before(query) < rows / 2 ? front : { sort, end: "back", kept: false };
}

/** A total to choose the end by. One that is kept does for that, however old it is. */
async function roughTotal(run: Queryable, source: ListSource): Promise<number> {
  if (source.total !== undefined) return (await countNow(run, source)).total;
  const totals = keptTotalsOf(run);
  const known = totals.of(source);
  if (known) return known.total;
  const counted = await countNow(run, source);
  totals.keep(source, counted);
  return counted.total;
}

async function readRow(
  run: Queryable,
  { source, reading, last }: { source: ListSource; reading: Reading; last: readonly string[] },
  { query, sent }: { query: ListQuery; sent: KeptTotal | undefined },
): Promise<PageRow> {
  const statement = pageStatement(source, reading, last);
  const kept = reading.kept ? [sent?.total ?? null, sent?.at ?? null] : [];
  const values = [...source.conditions.values, query.page, query.limit, ...kept];
  const [row] = (await run.query<PageRow>(statement, values)).rows;
  if (!row) throw new Error("A page was answered with no row.");
  return row;
}

/** Whether the rows bear out a total that was kept: the page is in the list, and has as many as it should. */
function isBorneOut({ total, rows }: PageRow, { page, limit }: ListQuery): boolean {
  return pageOf(total, page, limit).page === page && rows === Math.min(limit, total - (page - 1) * limit);
}

/**
 * Reads one page with the exact total: known, or counted by page 1 and kept for the walk's later pages for a minute. What
 * is kept never moves a row to another page (LST-1 to LST-3).
 * @param last columns whose value in the page's last row is answered too
 */
export async function readPage(
  run: Queryable,
  source: ListSource,
  query: ListQuery,
  last: readonly string[] = [],
): Promise<FoundPage> {
  const totals = keptTotalsOf(run);
  const reading = await readingOf(run, source, query);
  const sent = reading.kept && query.page > 1 ? totals.of(source) : undefined;
  let row = await readRow(run, { source, reading, last }, { query, sent });
  if (row.reused && !isBorneOut(row, query))
    row = await readRow(run, { source, reading, last }, { query, sent: undefined });
  if (source.total === undefined && !row.reused)
    totals.keep(source, { total: row.total, at: row.counted_at });
  const lasts = row as unknown as Record<string, unknown>;
  return {
    page: pageOf(row.total, query.page, query.limit),
    texts: row.texts ?? "",
    ids: row.ids,
    last: last.map((name) => lasts[`last_${name}`]),
  };
}
