import { type Page, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countNow } from "./count-now.ts";
import { getKeptTotals, type KeptTotal } from "./kept-totals.ts";
import type { ListQuery, ListSource } from "./list-source.ts";
import { type PageRow, pageStatement, type Reading } from "./page-statement.ts";

/** The rows of one page. */
export interface FoundPage {
  page: Page;
  /** The JSON texts of the rows, joined by commas. */
  texts: string;
  /** The ids of the rows in order, only when some row has no text. */
  ids: number[] | null;
  /** The last row's values of the requested columns, in their order; null on an empty page. */
  last: unknown[];
}

// So many rows are passed over faster than the middle of the list is asked for.
const shallow = 1_000;

/** Return how many rows come before the page in a list that is long enough. */
const before = ({ page, limit }: ListQuery): number => (page - 1) * limit;

/**
 * Choose how a page is read. From the front the total may be a minute old, since the rows are counted off by
 * themselves. From the back they are counted off from the total, which must then be that of the same moment.
 */
async function chooseReading(db: Queryable, source: ListSource, query: ListQuery): Promise<Reading> {
  const { sort } = query;
  const front: Reading = { sort, end: "front", kept: source.total === undefined };
  if (before(query) < shallow) return front;
  const rows = await roughTotal(db, source);
  return before(query) < rows / 2 ? front : { sort, end: "back", kept: false };
}

/** Return a total to choose the end by. A kept one is enough for that, however old it is. */
async function roughTotal(db: Queryable, source: ListSource): Promise<number> {
  if (source.total !== undefined) return (await countNow(db, source)).total;
  const totals = getKeptTotals(db);
  const known = totals.of(source);
  if (known) return known.total;
  const counted = await countNow(db, source);
  totals.keep(source, counted);
  return counted.total;
}

async function readRow(
  db: Queryable,
  { source, reading, last }: { source: ListSource; reading: Reading; last: readonly string[] },
  { query, sent }: { query: ListQuery; sent: KeptTotal | undefined },
): Promise<PageRow> {
  const statement = pageStatement(source, reading, last);
  const kept = reading.kept ? [sent?.total ?? null, sent?.at ?? null] : [];
  const values = [...source.conditions.values, query.page, query.limit, ...kept];
  const row = await db.maybeOne<PageRow>(statement, values);
  if (!row) throw new Error("A page was answered with no row.");
  return row;
}

/**
 * Return whether the rows confirm a kept total: the page is in the list, and has as many rows as it should.
 */
function isBorneOut({ total, rows }: PageRow, { page, limit }: ListQuery): boolean {
  return (
    resolvePage(total, page, limit).page === page && rows === Math.min(limit, total - (page - 1) * limit)
  );
}

/**
 * Read one page with the exact total: known, or counted by page 1 and kept for the walk's later pages for a
 * minute. A kept total never moves a row to another page (LST-1 to LST-3).
 * @param last columns whose value in the page's last row is returned too
 */
export async function readPage(
  db: Queryable,
  source: ListSource,
  query: ListQuery,
  last: readonly string[] = [],
): Promise<FoundPage> {
  const totals = getKeptTotals(db);
  const reading = await chooseReading(db, source, query);
  const sent = reading.kept && query.page > 1 ? totals.of(source) : undefined;
  let row = await readRow(db, { source, reading, last }, { query, sent });
  if (row.reused && !isBorneOut(row, query))
    row = await readRow(db, { source, reading, last }, { query, sent: undefined });
  if (source.total === undefined && !row.reused)
    totals.keep(source, { total: row.total, at: row.counted_at });
  const lasts = row as unknown as Record<string, unknown>;
  return {
    page: resolvePage(row.total, query.page, query.limit),
    texts: row.texts ?? "",
    ids: row.ids,
    last: last.map((name) => lasts[`last_${name}`]),
  };
}
