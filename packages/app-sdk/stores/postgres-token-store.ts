import { createPostgresTable, type PostgresLike } from "./postgres-table.ts";
import type { Installation, TokenStore } from "./token-store.ts";

const columns = `
  shop text primary key,
  host_url text not null,
  access_token text not null,
  scope text not null,
  installed_at text not null,
  subscribed text not null`;

/**
 * Create a token store for an app with several processes, in a PostgreSQL table that is created at its first use.
 *
 * @param database a `Pool` of `pg`, or anything with its `query(text, values)`
 * @param table the name of the table, optionally with a schema
 */
export function postgresTokenStore(database: PostgresLike, table = "souk_installations"): TokenStore {
  const { name, queryRows } = createPostgresTable(database, table, columns);
  return {
    load: async (shop) => {
      const [installation] = await queryRows<Installation>(
        `select shop, host_url, access_token, scope, installed_at, subscribed from ${name} where shop = $1`,
        [shop],
      );
      return installation === undefined ? null : { ...installation };
    },
    save: async ({ shop, host_url, access_token, scope, installed_at, subscribed }) => {
      await queryRows(
        `insert into ${name} (shop, host_url, access_token, scope, installed_at, subscribed)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (shop) do update set host_url = excluded.host_url, access_token = excluded.access_token,
           scope = excluded.scope, installed_at = excluded.installed_at, subscribed = excluded.subscribed`,
        [shop, host_url, access_token, scope, installed_at, subscribed],
      );
    },
    remove: async (shop, accessToken) => {
      const removedRows = await queryRows(
        `delete from ${name} where shop = $1 and access_token = $2 returning shop`,
        [shop, accessToken],
      );
      return removedRows.length > 0;
    },
    shops: async () => {
      const rows = await queryRows<{ shop: string }>(`select shop from ${name} order by shop collate "C"`);
      return rows.map(({ shop }) => shop);
    },
  };
}
