import type { Queryable } from "@souk/database";
import type { KeptTotal } from "./kept-totals.ts";
import { type CountSource, totalOf } from "./list-source.ts";
import { namedStatement } from "./named-statement.ts";

/** Counts the rows that meet the conditions, and tells when. */
export async function countNow(run: Queryable, source: CountSource): Promise<KeptTotal> {
  const text = `with ${source.expressions ?? ""} counted as (select ${totalOf(source)} as total)
    select total, clock_timestamp() as at from counted`;
  const statement = namedStatement(`${source.plural}_count`, text);
  const [row] = (await run.query<KeptTotal>(statement, source.conditions.filterValues)).rows;
  if (!row) throw new Error("A count was answered with no row.");
  return row;
}
