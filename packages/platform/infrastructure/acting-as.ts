import { actingFor, type Database, type Transaction } from "@souk/database";
import type { Cause } from "./routing/actor.ts";

function formatActor({ actor, request_id }: Cause): string {
  return JSON.stringify({ kind: actor.kind, id: actor.id, request_id });
}

/**
 * Return the database for changes of a person or an app, which the audit log records as theirs. Changes by
 * the platform itself are not recorded.
 */
export function actingAs(database: Database, cause: Cause): Database {
  const { kind, id } = cause.actor;
  return kind === "system" || id === "" ? database : actingFor(database, formatActor(cause));
}

/** Record the rest of a transaction as the given person's or app's, when a job began it on their behalf. */
export async function actFor(tx: Transaction, cause: Cause): Promise<void> {
  const name = "act_for";
  await tx.query({ name, text: "select set_config('souk.actor', $1, true)" }, [formatActor(cause)]);
}
