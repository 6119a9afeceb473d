import { type Database, type Transaction, withActor } from "@souk/database";
import type { Cause } from "./routing/actor.ts";

function formatActor({ actor, request_id }: Cause): string {
  return JSON.stringify({ kind: actor.kind, id: actor.id, request_id });
}

/**
 * Return the database with a person or an app as the actor, whom the audit log then records for each change.
 * Changes by the platform itself are not recorded.
 */
export function actingAs(database: Database, cause: Cause): Database {
  const { kind, id } = cause.actor;
  return kind === "system" || id === "" ? database : withActor(database, formatActor(cause));
}

/** Set the actor whom the audit log records for the rest of a transaction, for jobs on behalf of a person or an app. */
export async function actFor(tx: Transaction, cause: Cause): Promise<void> {
  const name = "act_for";
  await tx.query({ name, text: "select set_config('souk.actor', $1, true)" }, [formatActor(cause)]);
}
