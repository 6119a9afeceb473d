import type { Queryable } from "@souk/database";
import type { Store } from "../routing/call.ts";
import type { Conditions } from "./conditions.ts";
import { getNamedStatement } from "./named-statement.ts";

/** The position of a record in a walk, which reads all records of a resource in batches. A record's position never changes. */
export interface WalkPosition {
  id: number;
  created_at: Date;
}

/** The records that a walk covers. They are determined at its start, so records that are added later are not included. */
export interface WalkExtent {
  total: number;
  /** The position of the last record; null if there are no records. */
  end: WalkPosition | null;
}

/** The store and the filters whose records a walk reads. */
export interface WalkScope<Filters> {
  store: Store;
  filters: Filters;
}

/** The range of records to read next. */
export interface WalkStep {
  /** The position of the last record that was read; null at the start. */
  after: WalkPosition | null;
  end: WalkPosition;
  limit: number;
  /** The batch ends with the record that reaches this many bytes. Only that last record can exceed the maximum. */
  maxBytes: number;
}

/** Some consecutive records of a walk. */
export interface WalkBatch {
  /** The JSON of each record, as in the response of the list. */
  texts: string[];
  /** The position to continue after; null if the walk is finished. */
  last: WalkPosition | null;
}

/**
 * Functions that read all records of a resource in batches. Each record that existed at the start and is not deleted is
 * read exactly once, even if records change during the walk.
 */
export interface RecordWalk<Filters> {
  /** Count the records and find the last one, at the start of a walk. */
  measure(db: Queryable, scope: WalkScope<Filters>): Promise<WalkExtent>;
  /** Read the next batch of records. */
  next(db: Queryable, scope: WalkScope<Filters>, step: WalkStep): Promise<WalkBatch>;
}

/** The table and conditions that select the rows of a walk. */
export interface WalkSource {
  /** The prefix of the statements' names. */
  name: string;
  /** The table, whose alias is `r`. */
  table: string;
  /** Table expressions that the conditions refer to, with a trailing comma; usually empty. */
  expressions?: string;
  conditions: Conditions;
}

/** The sort of a walk: by id, or by creation time if that is the physical order of the table. */
export type WalkOrder = "id" | "created_at";

function getOrderColumns(order: WalkOrder): string {
  return order === "id" ? "r.id" : "r.created_at, r.id";
}

/** Count the rows and find the last one. */
export async function measureRows(
  db: Queryable,
  { name, table, expressions = "", conditions }: WalkSource,
  order: WalkOrder,
): Promise<WalkExtent> {
  const descendingColumns = getOrderColumns(order).replaceAll(/(?=,|$)/g, " desc");
  const text = `
    with ${expressions} matching as (select r.id, r.created_at from ${table} r where ${conditions.sql})
    select (select count(*) from matching) as total, last.id, last.created_at
    from (select 1) one left join lateral (
      select r.id, r.created_at from matching r order by ${descendingColumns} limit 1) last on true`;
  const statement = getNamedStatement(`${name}_extent`, text);
  const row = await db.maybeOne<{ total: number; id: number | null; created_at: Date }>(
    statement,
    conditions.values,
  );
  if (!row || row.id === null) return { total: 0, end: null };
  return { total: row.total, end: { id: row.id, created_at: row.created_at } };
}

/** How rows of a walk are read. */
interface WalkRead {
  order: WalkOrder;
  /** The JSON text of a row, as SQL. */
  json: string;
  /** The size of a row's text in bytes, as SQL, if the text is read later. By default, the bytes of `json` are counted. */
  bytes?: string;
  step: WalkStep;
}

/** The next rows of a walk. */
interface NextRows<Text> {
  rows: (WalkPosition & { text: Text })[];
  /** The position to continue after; null if the walk is finished. */
  last: WalkPosition | null;
}

/**
 * Read the next rows of a walk. PostgreSQL itself counts the bytes of the rows, so that it never returns more rows than
 * the step allows, even if they are much larger than the rows before.
 */
export async function readNextRows<Text extends string | null = string>(
  db: Queryable,
  { name, table, expressions = "", conditions }: WalkSource,
  { order, json, bytes = "null::bigint", step }: WalkRead,
): Promise<NextRows<Text>> {
  const { after, end, limit, maxBytes } = step;
  const columns = getOrderColumns(order);
  const bindPosition = ({ id, created_at }: WalkPosition): string =>
    order === "id"
      ? `${conditions.bind(id)}::bigint`
      : `(${conditions.bind(created_at)}::timestamptz, ${conditions.bind(id)}::bigint)`;
  const positionColumns = order === "id" ? columns : `(${columns})`;
  const stepConditions = [conditions.sql, `${positionColumns} <= ${bindPosition(end)}`];
  if (after !== null) stepConditions.push(`${positionColumns} > ${bindPosition(after)}`);
  const maxRows = conditions.bind(limit);
  const withClause = expressions === "" ? "" : `with ${expressions.replace(/,\s*$/, "")} `;
  // The first row has no bytes before it, so it is always read.
  const text = `${withClause}select r.id, r.created_at, r.text, r.found_count from (
      select r.*, sum(r.weight) over (order by ${columns}) - r.weight as bytes_before, count(*) over () as found_count
      from (
        select r.*, coalesce(r.bytes, octet_length(r.text)) as weight
        from (
          select r.id, r.created_at, ${json} as text, ${bytes} as bytes from ${table} r
          where ${stepConditions.join(" and ")} order by ${columns} limit ${maxRows}) r
        offset 0) r) r
    where r.bytes_before < ${conditions.bind(maxBytes)} order by ${columns}`;
  const statement = getNamedStatement(`${name}_walk`, text);
  const rows = await db.many<WalkPosition & { text: Text; found_count: number }>(
    statement,
    conditions.values,
  );
  const lastRow = rows.at(-1);
  const isFinished =
    lastRow === undefined || (lastRow.found_count < limit && rows.length === lastRow.found_count);
  return { rows, last: isFinished ? null : { id: lastRow.id, created_at: lastRow.created_at } };
}

/** Build a batch from rows that include their JSON texts. */
export function toWalkBatch({ rows, last }: NextRows<string>): WalkBatch {
  return { texts: rows.map(({ text }) => text), last };
}
