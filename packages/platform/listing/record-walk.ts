import type { Queryable } from "@souk/database";
import type { Store } from "../routing/call.ts";
import type { Conditions } from "./conditions.ts";
import { namedStatement } from "./named-statement.ts";

/** A record's place in a walk; it never changes. */
export interface WalkPlace {
  id: number;
  created_at: Date;
}

/** The records that a walk is to meet, as it begins: those that come later are no part of it. */
export interface WalkExtent {
  total: number;
  /** Null when there is no record. */
  end: WalkPlace | null;
}

/** What is walked: the records of a store that filters let through. */
export interface Walked<Filters> {
  store: Store;
  filters: Filters;
}

/** The next records of a walk. */
export interface WalkStep {
  /** Null at the beginning. */
  after: WalkPlace | null;
  end: WalkPlace;
  limit: number;
}

export interface WalkPortion {
  /** The records' JSON, as their list answers it. */
  texts: string[];
  /** Where to go on; null at the end. */
  last: WalkPlace | null;
}

/**
 * A way through all records of a resource, a portion at a time: each that was there when the walk began and is not deleted
 * is met exactly once, whatever changes meanwhile.
 */
export interface RecordWalk<Filters> {
  measure(run: Queryable, walked: Walked<Filters>): Promise<WalkExtent>;
  next(run: Queryable, walked: Walked<Filters>, step: WalkStep): Promise<WalkPortion>;
}

/** The rows that a walk goes over. */
export interface WalkRows {
  /** Starts the statements' names. */
  name: string;
  /** The table; its rows are called `r`. */
  table: string;
  /** What the conditions speak of, with a comma behind; empty for most. */
  expressions?: string;
  conditions: Conditions;
}

/** By id, or by the time of making where the table is kept in that order. */
export type WalkOrder = "id" | "created_at";

function columnsOf(order: WalkOrder): string {
  return order === "id" ? "r.id" : "r.created_at, r.id";
}

/** Counts the rows and finds the last one. */
export async function measureRows(
  run: Queryable,
  { name, table, expressions = "", conditions }: WalkRows,
  order: WalkOrder,
): Promise<WalkExtent> {
  const backwards = columnsOf(order).replaceAll(/(?=,|$)/g, " desc");
  const text = `
    with ${expressions} matching as (select r.id, r.created_at from ${table} r where ${conditions.sql})
    select (select count(*) from matching) as total, last.id, last.created_at
    from (select 1) one left join lateral (
      select r.id, r.created_at from matching r order by ${backwards} limit 1) last on true`;
  const statement = namedStatement(`${name}_extent`, text);
  const { rows } = await run.query<{ total: number; id: number | null; created_at: Date }>(
    statement,
    conditions.values,
  );
  const [row] = rows;
  if (!row || row.id === null) return { total: 0, end: null };
  return { total: row.total, end: { id: row.id, created_at: row.created_at } };
}

/**
 * Reads the next rows of a walk.
 * @param json the JSON text of a row, as SQL
 */
export async function nextRows(
  run: Queryable,
  { name, table, expressions = "", conditions }: WalkRows,
  { order, json, step }: { order: WalkOrder; json: string; step: WalkStep },
): Promise<(WalkPlace & { text: string })[]> {
  const { after, end, limit } = step;
  const columns = columnsOf(order);
  const placed = ({ id, created_at }: WalkPlace): string =>
    order === "id"
      ? `${conditions.bind(id)}::bigint`
      : `(${conditions.bind(created_at)}::timestamptz, ${conditions.bind(id)}::bigint)`;
  const place = order === "id" ? columns : `(${columns})`;
  const where = [conditions.sql, `${place} <= ${placed(end)}`];
  if (after !== null) where.push(`${place} > ${placed(after)}`);
  const most = conditions.bind(limit);
  const expression = expressions === "" ? "" : `with ${expressions.replace(/,\s*$/, "")} `;
  const text = `${expression}select r.id, r.created_at, ${json} as text from ${table} r
    where ${where.join(" and ")} order by ${columns} limit ${most}`;
  const statement = namedStatement(`${name}_walk`, text);
  return (await run.query<WalkPlace & { text: string }>(statement, conditions.values)).rows;
}

/** A portion of rows that are their own texts. */
export function portionOf(rows: readonly (WalkPlace & { text: string })[], limit: number): WalkPortion {
  const last = rows.at(-1);
  return {
    texts: rows.map(({ text }) => text),
    last: last === undefined || rows.length < limit ? null : { id: last.id, created_at: last.created_at },
  };
}
