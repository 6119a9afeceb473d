import { type PostgresLike, postgresTable } from "../stores/postgres-table.ts";
import type { DeliveryStore } from "./delivery-store.ts";

const columns = "key text primary key, done boolean not null, at timestamptz not null default now()";
/** A process that claimed a delivery this long ago has ended without a word. */
const abandonedAfter = "interval '15 minutes'";
/** A delivery comes again for at most 48 hours, and is held back for at most 7 days. */
const keptFor = "interval '10 days'";
const tidyEvery = 1_000;

/**
 * Remembers deliveries in a table of PostgreSQL, for an app with several processes. What is older than ten days is deleted now
 * and then.
 *
 * @param database a `Pool` of `pg`, or anything with its `query(text, values)`
 * @param table its name, perhaps with a schema
 */
export function postgresDeliveryStore(database: PostgresLike, table = "souk_deliveries"): DeliveryStore {
  const { name, rows } = postgresTable(database, table, columns);
  let finished = 0;
  return {
    claim: async (key) => {
      const claimed = await rows(
        `insert into ${name} as known (key, done) values ($1, false)
         on conflict (key) do update set at = now() where not known.done and known.at < now() - ${abandonedAfter}
         returning key`,
        [key],
      );
      if (claimed.length > 0) return "claimed";
      const [known] = await rows<{ done: boolean }>(`select done from ${name} where key = $1`, [key]);
      return known?.done ? "done" : "running";
    },
    finish: async (key) => {
      await rows(`update ${name} set done = true, at = now() where key = $1`, [key]);
      finished += 1;
      if (finished % tidyEvery === 0) await rows(`delete from ${name} where at < now() - ${keptFor}`);
    },
    release: async (key) => {
      await rows(`delete from ${name} where key = $1 and not done`, [key]);
    },
  };
}
