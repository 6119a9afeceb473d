import type { Sort } from "@souk/contract";
import type { Statement } from "@souk/database";
import { buildTotalOrCached, type ListSource } from "./list-source.ts";
import { getNamedStatement } from "./named-statement.ts";
import { buildOrderBy } from "./order-by.ts";
import { buildPageBytes, buildRecordColumns, type PageRecords } from "./page-texts.ts";

/** The result of the statement that reads the rows after a cursor. */
export interface CursorRow extends PageRecords {
  total: number;
  counted_at: Date;
  /** Whether the total is the cached total that was passed to the statement. */
  reused: boolean;
  /** Whether more rows follow. */
  more: boolean;
  last_id: number | null;
  last_at: Date | null;
}

/** The key that a cursor contains: the id, or `created_at` with the id as tie breaker. */
export type CursorKey = "id" | "created_at";

/** Return the sort in which pages are read by cursor. */
export function getCursorSort(cursorKey: CursorKey, sort: Sort): Sort {
  return cursorKey === "id"
    ? { field: "id", direction: "asc", isExplicit: true }
    : { ...sort, field: "created_at" };
}

/**
 * Build the statement that reads the rows after a cursor, and one more row to find out whether more rows follow. Its
 * parameters after the source's values are the limit, a cached total and its time (both null if no total is cached), the
 * cursor's time (only if the key is `created_at`), and the cursor's id.
 */
export function buildCursorStatement(source: ListSource, cursorKey: CursorKey, sort: Sort): Statement {
  const { plural, table, columns = "r.*", json, conditions } = source;
  const formatPlaceholder = (n: number) => `$${conditions.values.length + n}`;
  const cursorSort = getCursorSort(cursorKey, sort);
  const operator = cursorSort.direction === "asc" ? ">" : "<";
  const afterCursorCondition =
    cursorKey === "id"
      ? `r.id ${operator} ${formatPlaceholder(4)}::bigint`
      : `(r.created_at, r.id) ${operator} (${formatPlaceholder(4)}::timestamptz, ${formatPlaceholder(5)}::bigint)`;
  const pageFilter = `filter (where r.n <= ${formatPlaceholder(1)}::bigint)`;
  return getNamedStatement(
    `${plural}_cursor`,
    `with ${source.expressions ?? ""} counted as materialized (${buildTotalOrCached(source, { total: formatPlaceholder(2), at: formatPlaceholder(3) })})
    select (select total from counted) as total, (select reused from counted) as reused, clock_timestamp() as counted_at,
      ${buildRecordColumns({ order: "r.n", filter: pageFilter })},
      count(*) > ${formatPlaceholder(1)}::bigint as more,
      (array_agg(r.id order by r.n desc) ${pageFilter})[1] as last_id,
      ${cursorKey === "id" ? "null" : `(array_agg(r.created_at order by r.n desc) ${pageFilter})[1]`} as last_at
    from (
      select r.*, ${buildPageBytes(pageFilter)} as bytes
      from (
        select r.*, ${json} as text, row_number() over (order by ${buildOrderBy(cursorSort)}) as n
        from (
          select ${columns} from ${table} r where ${conditions.sql} and ${afterCursorCondition}
          order by ${buildOrderBy(cursorSort)} limit (select ${formatPlaceholder(1)}::bigint + 1)) r
        offset 0) r) r`,
  );
}
