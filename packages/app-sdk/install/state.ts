import { createHmac, randomBytes } from "node:crypto";
import { equalInConstantTime } from "@souk/signing";

/** Time enough to sign in and to read the consent page. */
const lifetimeSeconds = 3600;
const shape = /^([0-9]{1,12})\.([A-Za-z0-9_-]{22})\.([0-9a-f]{64})$/;

/**
 * The `state` that an authorization takes along: signed, so that only an authorization which this app began for this shop
 * comes to an end, and needing no cookie, which a browser might not send back from inside a frame.
 *
 * It is not bound to a browser, because the callback gives its browser nothing: no session, no cookie, no page, only the way to
 * the admin of the shop that the code was made for. What a stranger could make somebody else's browser do there, they can do
 * themselves. A callback counts once, because its code does (INS-10).
 */
export function signState(shop: string, now: Date, secret: string): string {
  const expires = String(Math.floor(now.getTime() / 1000) + lifetimeSeconds);
  const nonce = randomBytes(16).toString("base64url");
  return `${expires}.${nonce}.${macOf({ shop, expires, nonce }, secret)}`;
}

/** Says whether `signState` made a state for the shop with one of the secrets, less than an hour ago. */
export function isStateOf(
  state: string,
  expected: { shop: string; now: Date; secrets: readonly string[] },
): boolean {
  const [, expires, nonce, sent] = shape.exec(state) ?? [];
  if (expires === undefined || nonce === undefined || sent === undefined) return false;
  const { shop, now, secrets } = expected;
  const fits = secrets.map((secret) => equalInConstantTime(sent, macOf({ shop, expires, nonce }, secret)));
  return fits.includes(true) && now.getTime() <= Number(expires) * 1000;
}

function macOf(parts: { shop: string; expires: string; nonce: string }, secret: string): string {
  // A key of its own: what the platform signs with the client secret is never a state, and no state is one of its requests.
  const key = createHmac("sha256", secret).update("state of an authorization").digest();
  return createHmac("sha256", key).update(`${parts.expires}|${parts.nonce}|${parts.shop}`).digest("hex");
}
