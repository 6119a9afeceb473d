import { createPostgresTable, type PostgresLike } from "../stores/postgres-table.ts";
import type { DeliveryStore } from "./delivery-store.ts";

const columns = "key text primary key, done boolean not null, at timestamptz not null default now()";
/** The age after which a claim is ignored, because its process has probably crashed. */
const abandonedAfter = "interval '15 minutes'";
/** How long deliveries are kept. A delivery is retried for at most 48 hours and paused for at most 7 days. */
const retention = "interval '10 days'";
/** How many deliveries a process finishes before it deletes old ones again. */
const deliveriesPerCleanup = 1_000;

/**
 * Create a delivery store in a PostgreSQL table, for an app with several processes. From time to time, deliveries older
 * than ten days are deleted.
 *
 * @param database a `Pool` of `pg`, or anything with its `query(text, values)`
 * @param table the name of the table, optionally with a schema
 */
export function postgresDeliveryStore(database: PostgresLike, table = "souk_deliveries"): DeliveryStore {
  const { name, queryRows } = createPostgresTable(database, table, columns);
  let finishedCount = 0;
  return {
    claim: async (key) => {
      const claimedRows = await queryRows(
        `insert into ${name} as stored (key, done) values ($1, false)
         on conflict (key) do update set at = now() where not stored.done and stored.at < now() - ${abandonedAfter}
         returning key`,
        [key],
      );
      if (claimedRows.length > 0) return "claimed";
      const [delivery] = await queryRows<{ done: boolean }>(`select done from ${name} where key = $1`, [key]);
      return delivery?.done ? "done" : "running";
    },
    finish: async (key) => {
      await queryRows(`update ${name} set done = true, at = now() where key = $1`, [key]);
      finishedCount += 1;
      if (finishedCount % deliveriesPerCleanup === 0)
        await queryRows(`delete from ${name} where at < now() - ${retention}`);
    },
    release: async (key) => {
      await queryRows(`delete from ${name} where key = $1 and not done`, [key]);
    },
  };
}
