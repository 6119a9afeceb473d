import { actingFor, type Database, type Transaction } from "@souk/database";
import type { Cause } from "./routing/actor.ts";

function markOf({ actor, request_id }: Cause): string {
  return JSON.stringify({ kind: actor.kind, id: actor.id, request_id });
}

/** The database for changes of a person or an app: the audit log tells them as theirs. What the platform does of itself is not told. */
export function actingAs(database: Database, cause: Cause): Database {
  const { kind, id } = cause.actor;
  return kind === "system" || id === "" ? database : actingFor(database, markOf(cause));
}

/** The same for the rest of a transaction that a job has begun on somebody's behalf. */
export async function actFor(tx: Transaction, cause: Cause): Promise<void> {
  const name = "act_for";
  await tx.query({ name, text: "select set_config('souk.actor', $1, true)" }, [markOf(cause)]);
}
