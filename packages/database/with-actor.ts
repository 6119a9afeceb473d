import type { Database } from "./database.ts";

/**
 * Return the database with an actor: its transactions set `souk.actor`, which the audit triggers store with each change.
 * @param actor the actor as JSON with `kind`, `id` and `request_id`
 */
export function withActor(database: Database, actor: string): Database {
  return {
    ...database,
    transaction: (work, options) => database.transaction(work, { ...options, actor }),
  };
}
