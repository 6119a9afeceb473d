import type { Sort } from "@souk/contract";
import type { Statement } from "@souk/database";
import { type ListSource, totalOf, totalOrSent } from "./list-source.ts";
import { namedStatement } from "./named-statement.ts";
import { orderOf, reversed } from "./order.ts";
import { type End, windowOf } from "./page-window.ts";

/** The page's rows, with the total of the same moment unless the one that was sent is used. */
export interface PageRow {
  total: number;
  counted_at: Date;
  /** The total is the one that was sent. */
  reused: boolean;
  rows: number;
  texts: string | null;
  ids: number[] | null;
}

/** How a page is read: in which order, from which end, and whether a total that was counted before may do. */
export interface Reading {
  sort: Sort;
  end: End;
  kept: boolean;
}

/**
 * Reads one page. After the source's values it takes the page, the limit, and if one may do, a total with its time.
 * The page's rows are found first, and only theirs are the texts that are made; without `offset 0` each would be made twice.
 * @param last columns whose value in the page's last row is answered too, as `last_<column>`
 */
export function pageStatement(source: ListSource, reading: Reading, last: readonly string[]): Statement {
  const { plural, table, columns = "r.*", json, conditions } = source;
  const { sort, end, kept } = reading;
  const at = (n: number) => `$${conditions.values.length + n}`;
  const total = kept
    ? totalOrSent(source, { total: at(3), at: at(4) })
    : `select ${totalOf(source)} as total, false as reused`;
  const { skip, take } = windowOf(end, { total: "counted.total", page: at(1), limit: at(2) });
  const order = orderOf(sort);
  const lasts = last.map(
    (name) => `, (array_agg(r.${name} order by ${orderOf(reversed(sort))}))[1] as last_${name}`,
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
        order by ${orderOf(end === "front" ? sort : reversed(sort))} limit ${take} offset ${skip}) r
      offset 0) r`,
  );
}
