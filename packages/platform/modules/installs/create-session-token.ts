import { createHash } from "node:crypto";
import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { signSessionToken } from "@souk/signing";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { assertAppAccess, type MemberAccess } from "./app-access.ts";
import { assertHasAppUrl } from "./build-app-url.ts";
import { selectInstallation } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { assertOpenable } from "./open-app.ts";

/** Seconds for which a session token is valid. An app's page requests a new one whenever it needs one. */
const lifetimeSeconds = 60;

type TokenHolder = MemberAccess & Pick<SignedIn, "account_id" | "session_hash" | "role">;

/**
 * Compute the session id for one app. The id does not reveal the session. It differs between apps, so that
 * two apps cannot recognize the same session. It has 22 characters of base64url, which are 132 bits of the hash.
 */
function computeSessionId({ session_hash }: Pick<TokenHolder, "session_hash">, clientId: string): string {
  return createHash("sha256").update(session_hash).update(clientId).digest("base64url").slice(0, 22);
}

/**
 * Create a session token. An app's page sends the token, instead of a cookie, to prove to the app's server who uses the page, in
 * which store, and what that person may do there.
 *
 * @throws ApiError `not_found`; `not_allowed` if the person has no access to the app; `conflict` if the app is not enabled or
 * has no page
 */
export async function createSessionToken(
  db: Queryable,
  request: { store: Store; id: number; signed_in: TokenHolder },
  { clock, random, secrets, addresses }: InstallsDeps,
): Promise<OperationResponse<typeof operations.createSessionToken>> {
  const { store, id, signed_in } = request;
  const row = (await selectInstallation(db, store.id, id)) ?? throwApiError("not_found");
  // guard session-token-beyond-scopes: without it, app-access.test.ts fails
  assertAppAccess(signed_in, row);
  assertOpenable(row);
  assertHasAppUrl(row);
  const nowMs = clock.now();
  const appSecrets = await secrets.loadSecrets(db, row.app_id, new Date(nowMs));
  if (appSecrets === null) throw new Error(`The app ${row.app_id} has no client secret to sign with.`);
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
    role: signed_in.role ?? throwApiError("store_not_found"),
    rights: [...signed_in.rights].sort(),
    scopes: [...signed_in.scopes].sort(),
  };
  return {
    session_token: signSessionToken(claims, appSecrets.signing),
    expires_at: new Date(exp * 1000).toISOString(),
  };
}
