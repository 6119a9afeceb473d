import type { Database } from "./database.ts";

/**
 * The same database for changes that somebody makes: within its transactions the setting `souk.actor` tells who, and the audit
 * log's triggers write it beside what changed.
 * @param actor JSON with `kind`, `id`, `request_id`
 */
export function actingFor(database: Database, actor: string): Database {
  return {
    ...database,
    transaction: (work, options) => database.transaction(work, { ...options, actor }),
  };
}
