import { type Database, type Transaction, withActor } from "@souk/database";
import type { Cause } from "./routing/actor.ts";
import { toStorableText, truncate } from "./storable-text.ts";

const maxUserAgentLength = 512;

function formatActor({ actor, request_id, client_address, user_agent }: Cause): string {
  const userAgent =
    user_agent === undefined ? undefined : toStorableText(truncate(user_agent, maxUserAgentLength));
  return JSON.stringify({
    kind: actor.kind,
    id: actor.id,
    request_id,
    client_address,
    user_agent: userAgent,
  });
}

/**
 * Return the database with a person or an app as the actor. The audit log and security events then record this actor for each
 * change. Changes by the platform itself are not recorded.
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
