import { createHmac, randomBytes } from "node:crypto";
import { equalInConstantTime } from "@souk/signing";

/** The lifetime of a state in seconds: enough to sign in and to read the consent page. */
const lifetimeSeconds = 3600;
const shape = /^([0-9]{1,12})\.([A-Za-z0-9_-]{22})\.([0-9a-f]{64})$/;

/**
 * Create the `state` of an authorization: signed, so that only an authorization that this app started for this store
 * can be completed, and without a cookie, which a browser might not send from inside a frame.
 *
 * It is not bound to a browser, because the callback gives its browser nothing: no session, no cookie, no page, only a
 * redirect to the admin of the store that the code was created for. An attacker gains nothing by opening it in another
 * person's browser. A callback is valid once, because its code is (INS-10).
 */
export function signState(shop: string, now: Date, secret: string): string {
  const expires = String(Math.floor(now.getTime() / 1000) + lifetimeSeconds);
  const nonce = randomBytes(16).toString("base64url");
  return `${expires}.${nonce}.${computeMac({ shop, expires, nonce }, secret)}`;
}

/**
 * Return whether `signState` created a state for the store with one of the secrets, less than an hour ago.
 */
export function isValidState(
  state: string,
  expected: { shop: string; now: Date; secrets: readonly string[] },
): boolean {
  const [, expires, nonce, sent] = shape.exec(state) ?? [];
  if (expires === undefined || nonce === undefined || sent === undefined) return false;
  const { shop, now, secrets } = expected;
  const fits = secrets.map((secret) =>
    equalInConstantTime(sent, computeMac({ shop, expires, nonce }, secret)),
  );
  return fits.includes(true) && now.getTime() <= Number(expires) * 1000;
}

function computeMac(parts: { shop: string; expires: string; nonce: string }, secret: string): string {
  // A key of its own: what the platform signs with the client secret is never a state, and no state is one of its requests.
  const key = createHmac("sha256", secret).update("state of an authorization").digest();
  // guard: sdk-state-shop without `|${parts.shop}`: state.test.ts
  return createHmac("sha256", key).update(`${parts.expires}|${parts.nonce}|${parts.shop}`).digest("hex");
}
