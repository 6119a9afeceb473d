import { createHash } from "node:crypto";
import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { signSessionToken } from "@souk/signing";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { selectInstallation } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { assertPage } from "./open-address.ts";
import { assertOpenable } from "./open-app.ts";

/** Seconds for which a session token is valid: the page requests another each time it needs one. */
const lifetimeSeconds = 60;

type Visitor = Pick<SignedIn, "account_id" | "session_hash">;

/**
 * Derive an id that is the same for one session and one app; it reveals neither, nor that two apps see the
 * same session.
 */
function computeSessionId({ session_hash }: Visitor, clientId: string): string {
  return createHash("sha256").update(session_hash).update(clientId).digest("base64url").slice(0, 22);
}

/**
 * Create the token with which an app's page proves to its own server who works in which store, without a
 * cookie.
 *
 * @throws ApiError `not_found`; `conflict` while the app is not enabled, or when it has no page
 */
export async function createSessionToken(
  db: Queryable,
  order: { store: Store; id: number; signed_in: Visitor },
  { clock, random, secrets, addresses }: InstallsDeps,
): Promise<OperationResponse<typeof operations.createSessionToken>> {
  const { store, id, signed_in } = order;
  const row = (await selectInstallation(db, store.id, id)) ?? throwApiError("not_found");
  assertOpenable(row);
  assertPage(row);
  const nowMs = clock.now();
  const known = await secrets.loadSecrets(db, row.app_id, new Date(nowMs));
  if (known === null) throw new Error(`The app ${row.app_id} has no client secret to sign with.`);
  const iat = Math.floor(nowMs / 1000);
  const exp = iat + lifetimeSeconds;
  const claims = {
    iss: store.host_url,
    dest: addresses.storeOrigin(store.handle),
    aud: row.client_id,
    sub: String(signed_in.account_id),
    iat,
    nbf: iat,
    exp,
    jti: random(16),
    sid: computeSessionId(signed_in, row.client_id),
  };
  return {
    session_token: signSessionToken(claims, known.signing),
    expires_at: new Date(exp * 1000).toISOString(),
  };
}
