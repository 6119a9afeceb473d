import { type PostgresLike, postgresTable } from "../stores/postgres-table.ts";
import type { DeliveryStore } from "./delivery-store.ts";

const columns = "key text primary key, done boolean not null, at timestamptz not null default now()";
/** The age of a claim after which its process has crashed. */
const abandonedAfter = "interval '15 minutes'";
/** The retention of deliveries: one is retried for at most 48 hours and paused for at most 7 days. */
const keptFor = "interval '10 days'";
const tidyEvery = 1_000;

/**
 * Create a delivery store in a PostgreSQL table, for an app with several processes. Deliveries older than ten days are deleted
 * from time to time.
 *
 * @param database a `Pool` of `pg`, or anything with its `query(text, values)`
 * @param table the name of the table, optionally with a schema
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
