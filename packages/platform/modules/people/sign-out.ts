import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { endSession } from "./sessions.ts";

/** End the session of the signed-in person, and record the security event `signed_out`. */
export async function signOut(
  tx: Queryable,
  { account_id, session_hash }: Pick<SignedIn, "account_id" | "session_hash">,
): Promise<void> {
  await endSession(tx, session_hash);
  await recordSecurityEvent(tx, { kind: "signed_out", account_id });
}
