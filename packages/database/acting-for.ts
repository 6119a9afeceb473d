import type { Database } from "./database.ts";

/**
 * Wrap a database so that its transactions set `souk.actor`, which the audit triggers store with each change.
 * @param actor JSON with `kind`, `id`, `request_id`
 */
export function actingFor(database: Database, actor: string): Database {
  return {
    ...database,
    transaction: (work, options) => database.transaction(work, { ...options, actor }),
  };
}
