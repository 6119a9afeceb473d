import { buildNotLeasedCondition, type Transaction } from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";

/** Remove up to 1,000 endpoints that are more than a day old, have no lanes and are not leased. @returns the number removed */
export async function removeUnusedEndpoints(tx: Transaction, clock: DatabaseClock): Promise<number> {
  const ids = (await tx.many<{ id: number }>(lockUnusedSql, [clock.getTestTime()])).map(({ id }) => id);
  // The condition is checked again, because a lane may have been created before the endpoints were locked.
  const deleteSql = `delete from endpoints e
    where e.id = any($1::bigint[]) and not exists (select from lanes where endpoint_id = e.id)`;
  return ids.length === 0 ? 0 : (await tx.query(deleteSql, [ids])).rowCount;
}

const lockUnusedSql = `
  with ${momentCte}
  select e.id from endpoints e cross join moment
  where e.created_at < moment.now - interval '1 day' and ${buildNotLeasedCondition("e", "moment.now")}
    and not exists (select from lanes where endpoint_id = e.id)
  order by e.id limit 1000 for update of e skip locked`;
