import { cursorAfter, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/answer.ts";
import { listText } from "./list-text.ts";
import { namedStatement } from "./named-statement.ts";
import { type ListQuery, type ListSource, limitOf, offsetOf, orderOf } from "./read-list.ts";

interface CursorRow {
  total: number;
  /** Of the whole list, those up to the cursor. */
  before: number;
  texts: string | null;
  last: number | null;
}

/**
 * Reads one page of a 4.0 list, by its number or after a cursor. A walk by cursor goes by id, so that every record that was
 * there before it and is not deleted appears exactly once, whatever changes meanwhile (gaps.md, "General").
 */
export async function readCursorList(
  run: Queryable,
  { plural, table, json, conditions }: ListSource,
  query: ListQuery & { cursor: number | undefined },
): Promise<JsonText> {
  const { sql: where, values } = conditions;
  const { cursor, sort, fields } = query;
  const [first, limit] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const before = cursor === undefined ? "0" : `count(*) filter (where r.id <= ${first})`;
  const rows =
    cursor === undefined
      ? `${where} order by ${orderOf(sort)} limit ${limitOf(limit)} offset ${offsetOf("counted.total", first, limit)}`
      : `${where} and r.id > ${first} order by r.id limit ${limitOf(limit)}`;
  const text = `
    with counted as materialized (select count(*) as total, ${before} as before from ${table} r where ${where})
    select counted.total, counted.before, shown.texts, shown.last
    from counted, lateral (
      select string_agg(${json}, ',') as texts, max(r.id) as last
      from (select r.* from ${table} r where ${rows}) r) shown`;
  const statement = namedStatement(`${plural}_${cursor === undefined ? "page" : "cursor"}`, text);
  const sent = [...values, cursor ?? query.page, query.limit];
  const [found] = (await run.query<CursorRow>(statement, sent)).rows;
  const { total, texts, last } = found ?? { total: 0, texts: null, last: null };
  const number = cursor === undefined ? query.page : Math.floor((found?.before ?? 0) / query.limit) + 1;
  const page = pageOf(total, number, query.limit);
  const byId = cursor !== undefined || (sort.field === "id" && sort.direction === "asc");
  const more =
    cursor === undefined ? page.page < page.page_count : (found?.before ?? 0) + query.limit < total;
  return listText(plural, texts ?? "", {
    page,
    fields,
    next: byId && more && last ? cursorAfter(last) : null,
  });
}
