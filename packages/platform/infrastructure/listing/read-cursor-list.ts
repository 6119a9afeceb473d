import {
  encodeIdCursor,
  encodeTimeCursor,
  type IdCursor,
  type Page,
  resolvePage,
  type TimeCursor,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/response.ts";
import { getCachedTotals } from "./cached-totals.ts";
import { buildCursorStatement, type CursorKey, type CursorRow, getCursorSort } from "./cursor-statement.ts";
import type { ListQuery, ListSource } from "./list-source.ts";
import { wrapList } from "./list-text.ts";
import { getPageTexts, type RecordTexts } from "./page-texts.ts";
import { createPageSource, readPage, readUntilComplete } from "./read-page.ts";

/** A list of API 4.0, whose pages can be read by cursor. */
export interface CursorSource extends ListSource {
  /** The key that cursors contain; `id` if absent. */
  cursorKey?: CursorKey;
}

type Cursor = IdCursor | TimeCursor;
type CursorQuery = ListQuery & { cursor: Cursor | undefined };

/** A page of an API 4.0 list. */
export interface CursorPage {
  page: Page;
  texts: RecordTexts;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
}

/** Build the cursor that continues after a page's last row; null if the page is empty. */
function buildNextCursor(id: unknown, createdAt: unknown, seenCount: number): string | null {
  if (typeof id !== "number") return null;
  return createdAt instanceof Date
    ? encodeTimeCursor({ time: createdAt, id, seenCount })
    : encodeIdCursor({ id, seenCount });
}

async function readPageByNumber(
  db: Queryable,
  source: CursorSource,
  query: CursorQuery,
): Promise<CursorPage> {
  const { cursorKey = "id" } = source;
  const { sort } = query;
  const lastRowColumns = cursorKey === "id" ? ["id"] : ["id", "created_at"];
  const foundPage = await readPage(db, source, query, lastRowColumns);
  const { page } = foundPage;
  const cursorSort = getCursorSort(cursorKey, sort);
  const hasCursorSort = cursorSort.field === sort.field && cursorSort.direction === sort.direction;
  const [id, createdAt] = foundPage.lastRowValues;
  return {
    page,
    texts: foundPage.texts,
    next:
      hasCursorSort && page.page < page.page_count
        ? buildNextCursor(id, createdAt, page.page * page.limit)
        : null,
  };
}

async function readPageAfterCursor(
  db: Queryable,
  cursorSource: CursorSource,
  { sort, limit, fields, cursor }: CursorQuery & { cursor: Cursor },
): Promise<CursorPage> {
  const pageSource = createPageSource(cursorSource, { limit, fields });
  const { source } = pageSource;
  // A total that is known without counting is not cached.
  const totals = source.total === undefined ? getCachedTotals(db) : undefined;
  const cachedTotal = totals?.get(source);
  const statement = buildCursorStatement(source, cursorSource.cursorKey ?? "id", sort);
  const cursorValues = "time" in cursor ? [cursor.time, cursor.id] : [cursor.id];
  const values = [
    ...source.conditions.values,
    limit,
    cachedTotal?.total ?? null,
    cachedTotal?.at ?? null,
    ...cursorValues,
  ];
  const { row, texts } = await readUntilComplete(
    () => db.one<CursorRow>(statement, values),
    (pageRow) => getPageTexts(db, pageSource, pageRow),
  );
  if (!row.reused) totals?.set(source, { total: row.total, at: row.counted_at });
  const seenCount = cursor.seenCount + row.row_count;
  return {
    page: resolvePage(row.total, Math.floor(cursor.seenCount / limit) + 1, limit),
    texts,
    next: row.more ? buildNextCursor(row.last_id, row.last_at, seenCount) : null,
  };
}

/**
 * Read one page of an API 4.0 list, by its number or after a cursor. The cursor's key never changes, so a client that
 * reads page after page gets each record exactly once, if it existed at the start and is not deleted
 * (docs/spec/decided.md#paging).
 */
function readCursorPage(db: Queryable, source: CursorSource, query: CursorQuery): Promise<CursorPage> {
  const { cursor } = query;
  return cursor === undefined
    ? readPageByNumber(db, source, query)
    : readPageAfterCursor(db, source, { ...query, cursor });
}

/** Read one page of an API 4.0 list and return the JSON of the response. */
export async function readCursorList(
  db: Queryable,
  source: CursorSource,
  query: CursorQuery,
): Promise<JsonText> {
  const { page, texts, next } = await readCursorPage(db, source, query);
  return wrapList(source.plural, texts, { page, next });
}
