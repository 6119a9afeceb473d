import type { Queryable } from "@souk/database";
import type { KeptTotal } from "./kept-totals.ts";
import { buildTotal, type CountSource } from "./list-source.ts";
import { namedStatement } from "./named-statement.ts";

/** Count the rows that meet the conditions, and return the count with its time. */
export async function countNow(db: Queryable, source: CountSource): Promise<KeptTotal> {
  const text = `with ${source.expressions ?? ""} counted as (select ${buildTotal(source)} as total)
    select total, clock_timestamp() as at from counted`;
  const statement = namedStatement(`${source.plural}_count`, text);
  const row = await db.maybeOne<KeptTotal>(statement, source.conditions.filterValues);
  if (!row) throw new Error("A count was answered with no row.");
  return row;
}
