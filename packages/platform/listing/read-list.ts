import { type FieldSelection, pageOf, type Sort } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { JsonText } from "../routing/answer.ts";
import type { Conditions } from "./conditions.ts";
import { listText } from "./list-text.ts";
import { namedStatement } from "./named-statement.ts";

/** A list whose rows the database writes as JSON. */
export interface ListSource {
  /** The plural resource name; also starts the statement's name. */
  plural: string;
  /** The table; its rows are called `r`. */
  table: string;
  /** The JSON text of one row, as SQL. */
  json: string;
  conditions: Conditions;
}

export interface ListQuery {
  page: number;
  limit: number;
  sort: Sort;
  fields?: FieldSelection | undefined;
}

interface ListRow {
  total: number;
  texts: string | null;
}

/** `order by` of a sort, with the id as tie breaker. */
export function orderOf({ field, direction }: Sort): string {
  return field === "id" ? `r.id ${direction}` : `r.${field} ${direction}, r.id ${direction}`;
}

/**
 * Rows of a page, as SQL. Inside a sub-select the planner does not look at the number: else it would find that each
 * page is cheaper than pages in general, and plan the statement anew for every request.
 */
export function limitOf(limit: string): string {
  return `(select ${limit}::bigint)`;
}

/** Rows to skip, as SQL over the exact total: a page past the last is the last (LST-3). */
export function offsetOf(total: string, page: string, limit: string): string {
  return `((least(${page}::bigint, greatest(1, (${total} + ${limit}::bigint - 1) / ${limit}::bigint)) - 1) * ${limit}::bigint)`;
}

/** Counts and reads one page in one statement, so that both speak of the same moment (LST-1 to LST-3). */
export async function readList(run: Queryable, source: ListSource, query: ListQuery): Promise<JsonText> {
  const { plural, table, json, conditions } = source;
  const { sql: where, values } = conditions;
  const page = `$${values.length + 1}`;
  const limit = `$${values.length + 2}`;
  const text = `
    with counted as materialized (select count(*) as total from ${table} r where ${where})
    select counted.total, (
      select string_agg(${json}, ',') from (
        select r.* from ${table} r where ${where}
        order by ${orderOf(query.sort)}
        limit ${limitOf(limit)} offset ${offsetOf("counted.total", page, limit)}) r) as texts
    from counted`;
  const statement = namedStatement(`${plural}_list`, text);
  const { rows } = await run.query<ListRow>(statement, [...values, query.page, query.limit]);
  const { total, texts } = rows[0] ?? { total: 0, texts: null };
  return listText(plural, texts ?? "", {
    page: pageOf(total, query.page, query.limit),
    fields: query.fields,
  });
}

/** Counts the rows that meet the conditions. */
export async function countRows(
  run: Queryable,
  source: Pick<ListSource, "plural" | "table" | "conditions">,
): Promise<{ count: number }> {
  const { sql: where, values } = source.conditions;
  const text = `select count(*) as count from ${source.table} r where ${where}`;
  const { rows } = await run.query<{ count: number }>(namedStatement(`${source.plural}_count`, text), values);
  return { count: rows[0]?.count ?? 0 };
}
