import type { Sort } from "@souk/contract";
import type { Statement } from "@souk/database";
import { buildTotal, type ListSource, totalOrSent } from "./list-source.ts";
import { namedStatement } from "./named-statement.ts";
import { buildOrderBy, reversed } from "./order-by.ts";
import { buildWindow, type End } from "./page-window.ts";

/** The page's rows, with the total of the same moment unless the one that was sent is used. */
export interface PageRow {
  total: number;
  counted_at: Date;
  /** Whether the total is the one that was sent. */
  reused: boolean;
  rows: number;
  texts: string | null;
  ids: number[] | null;
}

/** The way a page is read: in which order, from which end, and whether a kept total may be used. */
export interface Reading {
  sort: Sort;
  end: End;
  kept: boolean;
}

/**
 * Build the statement that reads one page. After the source's values it takes the page, the limit, and if a
 * kept total may be used, that total with its time. The page's rows are found first, and only their texts are
 * made; without `offset 0` each would be made twice.
 * @param last columns whose value in the page's last row is returned too, as `last_<column>`
 */
export function pageStatement(source: ListSource, reading: Reading, last: readonly string[]): Statement {
  const { plural, table, columns = "r.*", json, conditions } = source;
  const { sort, end, kept } = reading;
  const at = (n: number) => `$${conditions.values.length + n}`;
  const total = kept
    ? totalOrSent(source, { total: at(3), at: at(4) })
    : `select ${buildTotal(source)} as total, false as reused`;
  const { skip, take } = buildWindow(end, { total: "counted.total", page: at(1), limit: at(2) });
  const order = buildOrderBy(sort);
  const lasts = last.map(
    (name) => `, (array_agg(r.${name} order by ${buildOrderBy(reversed(sort))}))[1] as last_${name}`,
  );
  return namedStatement(
    `${plural}_page`,
    `with ${source.expressions ?? ""} counted as materialized (${total})
    select (select total from counted) as total, (select reused from counted) as reused, clock_timestamp() as counted_at,
      count(*) as rows, string_agg(r.text, ',' order by ${order}) as texts,
      case when count(r.text) < count(*) then array_agg(r.id order by ${order}) end as ids${lasts.join("")}
    from (
      select r.*, ${json} as text
      from counted cross join lateral (
        select ${columns} from ${table} r where ${conditions.sql}
        order by ${buildOrderBy(end === "front" ? sort : reversed(sort))} limit ${take} offset ${skip}) r
      offset 0) r`,
  );
}
