import type { Transaction } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";

/** Removes endpoints that have had no lane for so long that nobody is about to open one. @returns how many */
export async function removeUnusedEndpoints(tx: Transaction, clock: DatabaseClock): Promise<number> {
  const ids = (await tx.query<{ id: number }>(lockUnused, [clock.at()])).rows.map(({ id }) => id);
  // Looked at anew: a lane may have been opened before they were locked.
  const remove = `delete from endpoints e
    where e.id = any($1::bigint[]) and not exists (select from lanes where endpoint_id = e.id)`;
  return ids.length === 0 ? 0 : (await tx.query(remove, [ids])).rowCount;
}

const lockUnused = `
  with ${momentOfClock}
  select e.id from endpoints e cross join moment
  where e.created_at < moment.now - interval '1 day' and (e.leased_until is null or e.leased_until <= moment.now)
    and not exists (select from lanes where endpoint_id = e.id)
  order by e.id limit 1000 for update of e skip locked`;
