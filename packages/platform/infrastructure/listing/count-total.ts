import type { Queryable } from "@souk/database";
import type { CachedTotal } from "./cached-totals.ts";
import { buildTotal, type CountSource } from "./list-source.ts";
import { getNamedStatement } from "./named-statement.ts";

/** Count the rows that meet the conditions, and return the count with the time of counting. */
export async function countTotal(db: Queryable, source: CountSource): Promise<CachedTotal> {
  const text = `with ${source.expressions ?? ""} counted as (select ${buildTotal(source)} as total)
    select total, clock_timestamp() as at from counted`;
  const statement = getNamedStatement(`${source.plural}_count`, text);
  const row = await db.maybeOne<CachedTotal>(statement, source.conditions.filterValues);
  if (!row) throw new Error("A count returned no row.");
  return row;
}
