import type { FieldSelection, Sort } from "@souk/contract";
import type { Conditions } from "./conditions.ts";

/** A list whose rows the database writes as JSON. */
export interface ListSource {
  /** The plural resource name; also starts the statements' names. */
  plural: string;
  /** The table, or a query in brackets; its rows are called `r` and have an `id`. */
  table: string;
  /** The columns read of a row, as SQL; all of them when absent. */
  columns?: string;
  /** The JSON text of one row, as SQL; null: it must be made in another way, see `FoundPage.ids`. */
  json: string;
  conditions: Conditions;
  /** Table expressions that the conditions refer to, `name as (…)`, with a trailing comma; usually empty. */
  expressions?: string;
  /** The exact number of rows as SQL, where it is known without counting them. */
  total?: string | undefined;
  /** The rows to count, as SQL after `from`, where that is less than all the rows. */
  counted?: string | undefined;
}

export interface ListQuery {
  page: number;
  limit: number;
  sort: Sort;
  fields?: FieldSelection | undefined;
}

/** The parts of a source that counting its rows needs. */
export type CountSource = Omit<ListSource, "json" | "columns">;

/** Build SQL for the exact number of rows at the statement's own moment. */
export function buildTotal({ table, conditions, total, counted }: CountSource): string {
  return total ?? `(select count(*) from ${counted ?? `${table} r where ${conditions.sql}`})`;
}

/**
 * Build SQL for the exact number of rows, or for a total that was sent with its time, if that is less than a
 * minute ago: `total`, `reused`.
 */
export function totalOrSent(source: CountSource, sent: { total: string; at: string }): string {
  return `
    select case when young then ${sent.total}::bigint else ${buildTotal(source)} end as total, young as reused
    from (select coalesce(${sent.at}::timestamptz > clock_timestamp() - interval '1 minute', false) as young) of_sent`;
}
