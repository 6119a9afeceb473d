import type { FieldSelection, Sort } from "@souk/contract";
import type { Conditions } from "./conditions.ts";

/** A list whose rows PostgreSQL formats as JSON. */
export interface ListSource {
  /** The plural name of the resource, which is also the prefix of the statements' names. */
  plural: string;
  /** The table, or a query in parentheses. Its alias is `r`, and its rows have an `id`. */
  table: string;
  /** The columns to read, as SQL; all if absent. */
  columns?: string;
  /** SQL of a row's JSON text. It may be null for rows whose text `loadText` loads. */
  json: string;
  /**
   * Load the JSON text of a record whose row has none, or return undefined if the record no longer exists. Calls in the same turn
   * of the event loop are combined.
   */
  loadText?: (id: number) => Promise<string | undefined>;
  /** Change the complete JSON texts of records, joined by commas, before fields are selected. */
  mapJson?: (json: string) => string;
  conditions: Conditions;
  /** Table expressions that the conditions refer to, `name as (…)`, with a trailing comma; usually empty. */
  expressions?: string;
  /** SQL of the exact number of rows, if it is known without counting them. */
  total?: string | undefined;
  /** The rows to count, as SQL after `from`, if that is cheaper than counting the list's rows. */
  rowsToCount?: string | undefined;
}

/** The page, limit, sort and fields that a client requests. */
export interface ListQuery {
  page: number;
  limit: number;
  sort: Sort;
  fields?: FieldSelection | undefined;
}

/** The properties of a source that are needed to count its rows. */
export type CountSource = Omit<ListSource, "json" | "columns" | "loadText" | "mapJson">;

/** Build SQL for the exact number of rows at the time of the statement. */
export function buildTotal({ table, conditions, total, rowsToCount }: CountSource): string {
  return total ?? `(select count(*) from ${rowsToCount ?? `${table} r where ${conditions.sql}`})`;
}

/**
 * Build SQL that selects `total` and `reused`: the cached total if it is less than a minute old, otherwise the exact
 * number of rows.
 * @param cached the placeholders of the cached total and of the time when it was counted
 */
export function buildTotalOrCached(source: CountSource, cached: { total: string; at: string }): string {
  return `
    select case when is_recent then ${cached.total}::bigint else ${buildTotal(source)} end as total, is_recent as reused
    from (select coalesce(${cached.at}::timestamptz > clock_timestamp() - interval '1 minute', false) as is_recent) cached`;
}
