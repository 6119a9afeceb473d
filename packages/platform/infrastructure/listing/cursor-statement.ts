import type { Sort } from "@souk/contract";
import type { Statement } from "@souk/database";
import { type ListSource, totalOrSent } from "./list-source.ts";
import { namedStatement } from "./named-statement.ts";
import { buildOrderBy } from "./order-by.ts";

/** The rows after a cursor. */
export interface CursorRow {
  total: number;
  counted_at: Date;
  /** Whether the total is the one that was sent. */
  reused: boolean;
  rows: number;
  /** Whether there are rows after these. */
  more: boolean;
  texts: string | null;
  last_id: number | null;
  last_at: Date | null;
}

/** The key of a walk by cursor: the id, or the time with the id among those of one millisecond. */
export type WalkedBy = "id" | "created_at";

/** Return the sort order of a walk. */
export function walkOrder(by: WalkedBy, sort: Sort): Sort {
  return by === "id" ? { field: "id", direction: "asc", isExplicit: true } : { ...sort, field: "created_at" };
}

/**
 * Build the statement that reads the rows after a cursor, and one more, which shows whether there are any
 * after these. After the source's values it takes the limit, a total with its time or nulls, and the cursor's
 * id, with its time before it if the walk goes by time.
 */
export function cursorStatement(source: ListSource, by: WalkedBy, sort: Sort): Statement {
  const { plural, table, columns = "r.*", json, conditions } = source;
  const at = (n: number) => `$${conditions.values.length + n}`;
  const order = walkOrder(by, sort);
  const past = order.direction === "asc" ? ">" : "<";
  const after =
    by === "id"
      ? `r.id ${past} ${at(4)}::bigint`
      : `(r.created_at, r.id) ${past} (${at(4)}::timestamptz, ${at(5)}::bigint)`;
  const shown = `filter (where r.n <= ${at(1)}::bigint)`;
  return namedStatement(
    `${plural}_cursor`,
    `with ${source.expressions ?? ""} counted as materialized (${totalOrSent(source, { total: at(2), at: at(3) })})
    select (select total from counted) as total, (select reused from counted) as reused, clock_timestamp() as counted_at,
      count(*) ${shown} as rows, count(*) > ${at(1)}::bigint as more, string_agg(r.text, ',' order by r.n) ${shown} as texts,
      (array_agg(r.id order by r.n desc) ${shown})[1] as last_id,
      ${by === "id" ? "null" : `(array_agg(r.created_at order by r.n desc) ${shown})[1]`} as last_at
    from (
      select r.*, ${json} as text, row_number() over (order by ${buildOrderBy(order)}) as n
      from (
        select ${columns} from ${table} r where ${conditions.sql} and ${after}
        order by ${buildOrderBy(order)} limit (select ${at(1)}::bigint + 1)) r
      offset 0) r`,
  );
}
