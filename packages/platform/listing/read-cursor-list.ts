import { cursorAfter, type IdPlace, type Moment, momentCursorAfter, type Page, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/answer.ts";
import { type CursorRow, cursorStatement, type WalkedBy, walkOrder } from "./cursor-statement.ts";
import { keptTotalsOf } from "./kept-totals.ts";
import type { ListQuery, ListSource } from "./list-source.ts";
import { listText } from "./list-text.ts";
import { readPage } from "./read-page.ts";

/** A 4.0 list. */
export interface CursorSource extends ListSource {
  /** What a walk by cursor goes by; the id when absent. */
  walkedBy?: WalkedBy;
}

type Place = IdPlace | Moment;
type CursorQuery = ListQuery & { cursor: Place | undefined };

/** A page of a 4.0 list. */
export interface CursorPage {
  page: Page;
  /** The JSON texts of its rows, joined by commas. */
  texts: string;
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** The cursor after a page's last row; null when there is none. */
function nextAfter(id: unknown, at: unknown, passed: number): string | null {
  if (typeof id !== "number") return null;
  return at instanceof Date ? momentCursorAfter({ at, id, passed }) : cursorAfter({ id, passed });
}

async function readByNumber(run: Queryable, source: CursorSource, query: CursorQuery): Promise<CursorPage> {
  const { walkedBy = "id" } = source;
  const { sort } = query;
  const last = walkedBy === "id" ? ["id"] : ["id", "created_at"];
  const found = await readPage(run, source, query, last);
  const { page } = found;
  const order = walkOrder(walkedBy, sort);
  const goesOn =
    page.page < page.page_count && order.field === sort.field && order.direction === sort.direction;
  const [id, at] = found.last;
  return { page, texts: found.texts, next: goesOn ? nextAfter(id, at, page.page * page.limit) : null };
}

async function readAfter(
  run: Queryable,
  source: CursorSource,
  { sort, limit, cursor }: CursorQuery & { cursor: Place },
): Promise<CursorPage> {
  // A total that is known needs no keeping.
  const totals = source.total === undefined ? keptTotalsOf(run) : undefined;
  const sent = totals?.of(source);
  const statement = cursorStatement(source, source.walkedBy ?? "id", sort);
  const after = "at" in cursor ? [cursor.at, cursor.id] : [cursor.id];
  const values = [...source.conditions.values, limit, sent?.total ?? null, sent?.at ?? null, ...after];
  const [row] = (await run.query<CursorRow>(statement, values)).rows;
  if (!row) throw new Error("A page was answered with no row.");
  if (!row.reused) totals?.keep(source, { total: row.total, at: row.counted_at });
  const passed = cursor.passed + row.rows;
  return {
    page: pageOf(row.total, Math.floor(cursor.passed / limit) + 1, limit),
    texts: row.texts ?? "",
    next: row.more ? nextAfter(row.last_id, row.last_at, passed) : null,
  };
}

/**
 * Reads one page of a 4.0 list, by its number or after a cursor. A walk by cursor goes by what never changes of a record,
 * so that every one that was there before it and is not deleted appears exactly once (gaps.md, "General").
 */
export function readCursorPage(
  run: Queryable,
  source: CursorSource,
  query: CursorQuery,
): Promise<CursorPage> {
  const { cursor } = query;
  return cursor === undefined
    ? readByNumber(run, source, query)
    : readAfter(run, source, { ...query, cursor });
}

/** The same in its envelope. */
export async function readCursorList(
  run: Queryable,
  source: CursorSource,
  query: CursorQuery,
): Promise<JsonText> {
  const { page, texts, next } = await readCursorPage(run, source, query);
  return listText(source.plural, texts, { page, fields: query.fields, next });
}
