import type { Queryable } from "@souk/database";
import type { Store } from "../routing/call.ts";
import type { Conditions } from "./conditions.ts";
import { namedStatement } from "./named-statement.ts";

/** A record's position in a walk; it never changes. */
export interface WalkPlace {
  id: number;
  created_at: Date;
}

/** The records that a walk covers, fixed as it begins: records added later are not part of it. */
export interface WalkExtent {
  total: number;
  /** The last record's position; null when there is no record. */
  end: WalkPlace | null;
}

/** The records to walk: those of a store that match the filters. */
export interface Walked<Filters> {
  store: Store;
  filters: Filters;
}

/** The next records of a walk. */
export interface WalkStep {
  /** The position to continue after; null at the beginning. */
  after: WalkPlace | null;
  end: WalkPlace;
  limit: number;
}

export interface WalkPortion {
  /** The records' JSON, as their list returns it. */
  texts: string[];
  /** The position to continue after; null at the end. */
  last: WalkPlace | null;
}

/**
 * A walk through all records of a resource, a portion at a time: each record that was there when the walk
 * began and is not deleted appears exactly once, whatever changes meanwhile.
 */
export interface RecordWalk<Filters> {
  measure(db: Queryable, walked: Walked<Filters>): Promise<WalkExtent>;
  next(db: Queryable, walked: Walked<Filters>, step: WalkStep): Promise<WalkPortion>;
}

/** The rows that a walk covers. */
export interface WalkRows {
  /** Starts the statements' names. */
  name: string;
  /** The table; its rows are called `r`. */
  table: string;
  /** Table expressions that the conditions refer to, with a trailing comma; usually empty. */
  expressions?: string;
  conditions: Conditions;
}

/** The order of a walk: by id, or by the creation time where the table is kept in that order. */
export type WalkOrder = "id" | "created_at";

function getOrderColumns(order: WalkOrder): string {
  return order === "id" ? "r.id" : "r.created_at, r.id";
}

/** Count the rows and find the last one. */
export async function measureRows(
  db: Queryable,
  { name, table, expressions = "", conditions }: WalkRows,
  order: WalkOrder,
): Promise<WalkExtent> {
  const backwards = getOrderColumns(order).replaceAll(/(?=,|$)/g, " desc");
  const text = `
    with ${expressions} matching as (select r.id, r.created_at from ${table} r where ${conditions.sql})
    select (select count(*) from matching) as total, last.id, last.created_at
    from (select 1) one left join lateral (
      select r.id, r.created_at from matching r order by ${backwards} limit 1) last on true`;
  const statement = namedStatement(`${name}_extent`, text);
  const row = await db.maybeOne<{ total: number; id: number | null; created_at: Date }>(
    statement,
    conditions.values,
  );
  if (!row || row.id === null) return { total: 0, end: null };
  return { total: row.total, end: { id: row.id, created_at: row.created_at } };
}

/**
 * Read the next rows of a walk.
 * @param json the JSON text of a row, as SQL
 */
export async function nextRows(
  db: Queryable,
  { name, table, expressions = "", conditions }: WalkRows,
  { order, json, step }: { order: WalkOrder; json: string; step: WalkStep },
): Promise<(WalkPlace & { text: string })[]> {
  const { after, end, limit } = step;
  const columns = getOrderColumns(order);
  const placed = ({ id, created_at }: WalkPlace): string =>
    order === "id"
      ? `${conditions.bind(id)}::bigint`
      : `(${conditions.bind(created_at)}::timestamptz, ${conditions.bind(id)}::bigint)`;
  const place = order === "id" ? columns : `(${columns})`;
  const where = [conditions.sql, `${place} <= ${placed(end)}`];
  if (after !== null) where.push(`${place} > ${placed(after)}`);
  const maxRows = conditions.bind(limit);
  const expression = expressions === "" ? "" : `with ${expressions.replace(/,\s*$/, "")} `;
  const text = `${expression}select r.id, r.created_at, ${json} as text from ${table} r
    where ${where.join(" and ")} order by ${columns} limit ${maxRows}`;
  const statement = namedStatement(`${name}_walk`, text);
  return await db.many<WalkPlace & { text: string }>(statement, conditions.values);
}

/** Build a portion of rows that hold their own texts. */
export function toPortion(rows: readonly (WalkPlace & { text: string })[], limit: number): WalkPortion {
  const last = rows.at(-1);
  return {
    texts: rows.map(({ text }) => text),
    last: last === undefined || rows.length < limit ? null : { id: last.id, created_at: last.created_at },
  };
}
