import type { Sort } from "@souk/contract";
import type { Statement } from "@souk/database";
import { buildTotal, buildTotalOrCached, type ListSource } from "./list-source.ts";
import { getNamedStatement } from "./named-statement.ts";
import { buildOrderBy, reverseSort } from "./order-by.ts";
import { buildPageBytes, buildRecordColumns, type PageRecords } from "./page-texts.ts";
import { buildWindow, type End } from "./page-window.ts";

/** The result of the statement that reads a page. */
export interface PageRow extends PageRecords {
  total: number;
  counted_at: Date;
  /** Whether the total is the cached total that was passed to the statement. */
  reused: boolean;
}

/** How a page is read. */
export interface ReadPlan {
  sort: Sort;
  /** The end of the list from which the page's offset is counted. */
  end: End;
  mayUseCachedTotal: boolean;
}

/**
 * Build the statement that reads one page. Its parameters after the source's values are the page, the limit and, if a
 * cached total may be used, the cached total and its time. The page's rows are found first, and JSON texts are built
 * for these rows only. Without `offset 0`, PostgreSQL would build each text twice.
 * @param lastRowColumns columns whose values in the page's last row are returned as `last_<column>`
 */
export function buildPageStatement(
  source: ListSource,
  plan: ReadPlan,
  lastRowColumns: readonly string[],
): Statement {
  const { plural, table, columns = "r.*", json, conditions } = source;
  const { sort, end, mayUseCachedTotal } = plan;
  const formatPlaceholder = (n: number) => `$${conditions.values.length + n}`;
  const total = mayUseCachedTotal
    ? buildTotalOrCached(source, { total: formatPlaceholder(3), at: formatPlaceholder(4) })
    : `select ${buildTotal(source)} as total, false as reused`;
  const { skip, take } = buildWindow(end, {
    total: "counted.total",
    page: formatPlaceholder(1),
    limit: formatPlaceholder(2),
  });
  const order = buildOrderBy(sort);
  const lastRowSql = lastRowColumns.map(
    (name) => `, (array_agg(r.${name} order by ${buildOrderBy(reverseSort(sort))}))[1] as last_${name}`,
  );
  return getNamedStatement(
    `${plural}_page`,
    `with ${source.expressions ?? ""} counted as materialized (${total})
    select (select total from counted) as total, (select reused from counted) as reused, clock_timestamp() as counted_at,
      ${buildRecordColumns({ order })}${lastRowSql.join("")}
    from (
      select r.*, ${buildPageBytes()} as bytes
      from (
        select r.*, ${json} as text
        from counted cross join lateral (
          select ${columns} from ${table} r where ${conditions.sql}
          order by ${buildOrderBy(end === "front" ? sort : reverseSort(sort))} limit ${take} offset ${skip}) r
        offset 0) r) r`,
  );
}
