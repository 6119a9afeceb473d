import type { FieldSelection, Sort } from "@souk/contract";
import type { Conditions } from "./conditions.ts";

/** A list whose rows the database writes as JSON. */
export interface ListSource {
  /** The plural resource name; also starts the statements' names. */
  plural: string;
  /** The table, or a query in brackets; its rows are called `r` and have an `id`. */
  table: string;
  /** What is read of a row, as SQL; all of it when absent. */
  columns?: string;
  /** The JSON text of one row, as SQL; null: it must be made otherwise, see `FoundPage.ids`. */
  json: string;
  conditions: Conditions;
  /** Table expressions that the conditions speak of, `name as (…)`, with a comma behind; empty for most. */
  expressions?: string;
  /** The exact number of rows as SQL, where it is known without counting them. */
  total?: string | undefined;
  /** What is counted, as SQL after `from`, where that is less than all the rows. */
  counted?: string | undefined;
}

export interface ListQuery {
  page: number;
  limit: number;
  sort: Sort;
  fields?: FieldSelection | undefined;
}

/** What counting the rows takes of a source. */
export type CountSource = Omit<ListSource, "json" | "columns">;

/** The exact number of rows at the statement's own moment, as SQL. */
export function totalOf({ table, conditions, total, counted }: CountSource): string {
  return total ?? `(select count(*) from ${counted ?? `${table} r where ${conditions.sql}`})`;
}

/** The same, or a total that was sent with the time it was counted, if that is less than a minute ago: `total`, `reused`. */
export function totalOrSent(source: CountSource, sent: { total: string; at: string }): string {
  return `
    select case when young then ${sent.total}::bigint else ${totalOf(source)} end as total, young as reused
    from (select coalesce(${sent.at}::timestamptz > clock_timestamp() - interval '1 minute', false) as young) of_sent`;
}
