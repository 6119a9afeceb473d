import { createHash } from "node:crypto";
import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { signSessionToken } from "@souk/signing";
import type { SignedIn, Store } from "../../routing/call.ts";
import { selectInstallation } from "./installation-store.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { requirePage } from "./open-address.ts";
import { requireOpenable } from "./open-app.ts";

/** How long a session token is good, in seconds: the page asks for another each time it needs one. */
const lifetimeSeconds = 60;

type Visitor = Pick<SignedIn, "account_id" | "session_hash">;

/** The same for one session and one app; it tells nothing about either, nor that two apps see the same session. */
function sessionIdOf({ session_hash }: Visitor, clientId: string): string {
  return createHash("sha256").update(session_hash).update(clientId).digest("base64url").slice(0, 22);
}

/**
 * Makes the token by which an app's page proves to its own server who works in which shop, without a cookie.
 *
 * @throws Refusal `not_found`; `conflict` while the app is not enabled, or when it has no page
 */
export async function createSessionToken(
  run: Queryable,
  order: { store: Store; id: number; signed_in: Visitor },
  { clock, random, secrets, addresses }: InstallsWiring,
): Promise<AnswerOf<typeof operations.createSessionToken>> {
  const { store, id, signed_in } = order;
  const row = (await selectInstallation(run, store.id, id)) ?? refuse("not_found");
  requireOpenable(row);
  requirePage(row);
  const nowMs = clock.now();
  const known = await secrets.secretsOf(run, row.app_id, new Date(nowMs));
  if (known === null) throw new Error(`The app ${row.app_id} has no client secret to sign with.`);
  const iat = Math.floor(nowMs / 1000);
  const exp = iat + lifetimeSeconds;
  const claims = {
    iss: store.host_url,
    dest: addresses.shopOrigin(store.handle),
    aud: row.client_id,
    sub: String(signed_in.account_id),
    iat,
    nbf: iat,
    exp,
    jti: random(16),
    sid: sessionIdOf(signed_in, row.client_id),
  };
  return {
    session_token: signSessionToken(claims, known.signing),
    expires_at: new Date(exp * 1000).toISOString(),
  };
}
