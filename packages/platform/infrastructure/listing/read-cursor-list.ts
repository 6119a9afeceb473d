import {
  encodeIdCursor,
  encodeTimeCursor,
  type IdCursor,
  type Page,
  resolvePage,
  type TimeCursor,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/answer.ts";
import { type CursorRow, cursorStatement, type WalkedBy, walkOrder } from "./cursor-statement.ts";
import { getKeptTotals } from "./kept-totals.ts";
import type { ListQuery, ListSource } from "./list-source.ts";
import { listText } from "./list-text.ts";
import { readPage } from "./read-page.ts";

/** A 4.0 list. */
export interface CursorSource extends ListSource {
  /** The key of a walk by cursor; the id when absent. */
  walkedBy?: WalkedBy;
}

type Place = IdCursor | TimeCursor;
type CursorQuery = ListQuery & { cursor: Place | undefined };

/** A page of a 4.0 list. */
export interface CursorPage {
  page: Page;
  /** The JSON texts of the page's rows, joined by commas. */
  texts: string;
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** Build the cursor after a page's last row; null when there is none. */
function nextAfter(id: unknown, createdAt: unknown, passed: number): string | null {
  if (typeof id !== "number") return null;
  return createdAt instanceof Date
    ? encodeTimeCursor({ time: createdAt, id, seenCount: passed })
    : encodeIdCursor({ id, seenCount: passed });
}

async function readByNumber(db: Queryable, source: CursorSource, query: CursorQuery): Promise<CursorPage> {
  const { walkedBy = "id" } = source;
  const { sort } = query;
  const last = walkedBy === "id" ? ["id"] : ["id", "created_at"];
  const found = await readPage(db, source, query, last);
  const { page } = found;
  const order = walkOrder(walkedBy, sort);
  const goesOn =
    page.page < page.page_count && order.field === sort.field && order.direction === sort.direction;
  const [id, at] = found.last;
  return { page, texts: found.texts, next: goesOn ? nextAfter(id, at, page.page * page.limit) : null };
}

async function readAfter(
  db: Queryable,
  source: CursorSource,
  { sort, limit, cursor }: CursorQuery & { cursor: Place },
): Promise<CursorPage> {
  // A total that is known needs no keeping.
  const totals = source.total === undefined ? getKeptTotals(db) : undefined;
  const sent = totals?.of(source);
  const statement = cursorStatement(source, source.walkedBy ?? "id", sort);
  const after = "time" in cursor ? [cursor.time, cursor.id] : [cursor.id];
  const values = [...source.conditions.values, limit, sent?.total ?? null, sent?.at ?? null, ...after];
  const row = await db.maybeOne<CursorRow>(statement, values);
  if (!row) throw new Error("A page was answered with no row.");
  if (!row.reused) totals?.keep(source, { total: row.total, at: row.counted_at });
  const passed = cursor.seenCount + row.rows;
  return {
    page: resolvePage(row.total, Math.floor(cursor.seenCount / limit) + 1, limit),
    texts: row.texts ?? "",
    next: row.more ? nextAfter(row.last_id, row.last_at, passed) : null,
  };
}

/**
 * Read one page of a 4.0 list, by its number or after a cursor. A walk by cursor goes by a key that never
 * changes, so that every record that was there before it and is not deleted appears exactly once
 * (docs/spec/decided.md#paging).
 */
export function readCursorPage(db: Queryable, source: CursorSource, query: CursorQuery): Promise<CursorPage> {
  const { cursor } = query;
  return cursor === undefined ? readByNumber(db, source, query) : readAfter(db, source, { ...query, cursor });
}

/** Read one page of a 4.0 list and wrap it in its envelope. */
export async function readCursorList(
  db: Queryable,
  source: CursorSource,
  query: CursorQuery,
): Promise<JsonText> {
  const { page, texts, next } = await readCursorPage(db, source, query);
  return listText(source.plural, texts, { page, fields: query.fields, next });
}
