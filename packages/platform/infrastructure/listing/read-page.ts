import { type Page, resolvePage, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type CachedTotal, getCachedTotals } from "./cached-totals.ts";
import { countTotal } from "./count-total.ts";
import type { ListQuery, ListSource } from "./list-source.ts";
import { buildPageStatement, type PageRow, type ReadPlan } from "./page-statement.ts";
import { getPageTexts, type PageSource, type RecordTexts } from "./page-texts.ts";
import { buildFieldsJson } from "./select-fields.ts";

/** One page of a list. */
export interface FoundPage {
  page: Page;
  texts: RecordTexts;
  /** The last row's values of the requested columns, in the same order. They are null on an empty page. */
  lastRowValues: unknown[];
}

// Up to this number of rows, skipping them is faster than finding out in which half of the list the page is.
const maxSkippedRows = 1_000;

/** Return the number of rows before the page, if the list is that long. */
const countRowsBefore = ({ page, limit }: ListQuery): number => (page - 1) * limit;

/**
 * Choose whether a page is read from the front or from the back of the list. For reading from the front, a cached total is good
 * enough, because the offset does not depend on the total. For reading from the back, the offset depends on the total, which must
 * therefore be counted in the same statement.
 */
async function choosePlan(db: Queryable, source: ListSource, query: ListQuery): Promise<ReadPlan> {
  const { sort } = query;
  const front: ReadPlan = { sort, end: "front", mayUseCachedTotal: source.total === undefined };
  if (countRowsBefore(query) < maxSkippedRows) return front;
  const estimatedTotal = await estimateTotal(db, source);
  return countRowsBefore(query) < estimatedTotal / 2
    ? front
    : { sort, end: "back", mayUseCachedTotal: false };
}

/** Return a total that is good enough to choose the end of the list: a cached total of any age, or a new count. */
async function estimateTotal(db: Queryable, source: ListSource): Promise<number> {
  if (source.total !== undefined) return (await countTotal(db, source)).total;
  const totals = getCachedTotals(db);
  const cachedTotal = totals.get(source);
  if (cachedTotal) return cachedTotal.total;
  const newTotal = await countTotal(db, source);
  totals.set(source, newTotal);
  return newTotal.total;
}

/** The source of a page, how the page is read, and the columns whose values in its last row are returned as well. */
interface PageReading {
  source: ListSource;
  plan: ReadPlan;
  lastRowColumns: readonly string[];
}

async function readRow(
  db: Queryable,
  { source, plan, lastRowColumns }: PageReading,
  { query, cachedTotal }: { query: ListQuery; cachedTotal: CachedTotal | undefined },
): Promise<PageRow> {
  const statement = buildPageStatement(source, plan, lastRowColumns);
  const totalValues = plan.mayUseCachedTotal ? [cachedTotal?.total ?? null, cachedTotal?.at ?? null] : [];
  const values = [...source.conditions.values, query.page, query.limit, ...totalValues];
  const row = await db.maybeOne<PageRow>(statement, values);
  if (!row) throw new Error("The statement of a page returned no row.");
  return row;
}

/**
 * Return whether a cached total can be right. If it is right, the page exists and has the number of rows that follows
 * from the total.
 */
function isTotalConsistent({ total, row_count }: PageRow, { page, limit }: ListQuery): boolean {
  return (
    resolvePage(total, page, limit).page === page && row_count === Math.min(limit, total - (page - 1) * limit)
  );
}

// If records are deleted between reading a page and reading its texts, the page is read again. Otherwise a client would take the
// shorter page for the last page.
const maxAttempts = 3;

/** Prepare a source for reading a page: PostgreSQL returns the requested fields only. */
export function createPageSource(
  source: ListSource,
  { limit, fields }: Pick<ListQuery, "limit" | "fields">,
): PageSource {
  return { source: { ...source, json: buildFieldsJson(source, fields) }, limit, fields };
}

/** Read a page and then its texts. Both are read again if a record was deleted in between. */
export async function readUntilComplete<Row>(
  readPageRow: () => Promise<Row>,
  getTexts: (row: Row) => Promise<RecordTexts | null>,
): Promise<{ row: Row; texts: RecordTexts }> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const row = await readPageRow();
    const texts = await getTexts(row);
    if (texts !== null) return { row, texts };
  }
  return throwApiError("unavailable", { retry_after_s: 1 });
}

async function readConsistentRow(db: Queryable, reading: PageReading, query: ListQuery): Promise<PageRow> {
  const { source, plan } = reading;
  const totals = getCachedTotals(db);
  const cachedTotal = plan.mayUseCachedTotal && query.page > 1 ? totals.get(source) : undefined;
  let row = await readRow(db, reading, { query, cachedTotal });
  if (row.reused && !isTotalConsistent(row, query))
    row = await readRow(db, reading, { query, cachedTotal: undefined });
  if (source.total === undefined && !row.reused) totals.set(source, { total: row.total, at: row.counted_at });
  return row;
}

/**
 * Read one page with the total. The total is counted for page 1 and cached for a minute for the following pages, unless
 * it is known without counting. A cached total never changes which rows a page contains (LST-1 to LST-3).
 * @param lastRowColumns columns whose values in the page's last row are returned as well
 * @throws ApiError `invalid` for `limit` if the page is larger than 8 MiB and its limit is above 50
 */
export async function readPage(
  db: Queryable,
  source: ListSource,
  query: ListQuery,
  lastRowColumns: readonly string[] = [],
): Promise<FoundPage> {
  const plan = await choosePlan(db, source, query);
  const pageSource = createPageSource(source, query);
  const { row, texts } = await readUntilComplete(
    () => readConsistentRow(db, { source: pageSource.source, plan, lastRowColumns }, query),
    (pageRow) => getPageTexts(db, pageSource, pageRow),
  );
  const rowValues = row as unknown as Record<string, unknown>;
  return {
    page: resolvePage(row.total, query.page, query.limit),
    texts,
    lastRowValues: lastRowColumns.map((name) => rowValues[`last_${name}`]),
  };
}
