import { createHmac, randomBytes } from "node:crypto";
import { isEqualInConstantTime } from "@souk/signing";

/** The lifetime of a state in seconds. An hour is enough time to sign in and read the consent page. */
const lifetimeSeconds = 3600;
const statePattern = /^([0-9]{1,12})\.([A-Za-z0-9_-]{22})\.([0-9a-f]{64})$/;

/**
 * Create the `state` of an authorization. It is signed, so that only an authorization that this app started for this store
 * can be completed. It needs no cookie, which a browser might not send from inside a frame.
 *
 * The state is not bound to a browser, because the Redirection URL gives the browser no session, cookie or page, but only a
 * redirect to the admin of the store that the code was created for. An attacker gains nothing by opening the Redirection
 * URL with a state and a code in another person's browser. The URL works once, because the code is valid once (INS-10).
 */
export function signState(shop: string, now: Date, secret: string): string {
  const expirySeconds = String(Math.floor(now.getTime() / 1000) + lifetimeSeconds);
  const nonce = randomBytes(16).toString("base64url");
  return `${expirySeconds}.${nonce}.${computeMac({ shop, expirySeconds, nonce }, secret)}`;
}

/**
 * Return the secret with which `signState` created a state for this store, at most an hour ago; null if there is none.
 */
export function findStateSecret(
  state: string,
  expected: { shop: string; now: Date; secrets: readonly string[] },
): string | null {
  const [, expirySeconds, nonce, receivedMac] = statePattern.exec(state) ?? [];
  if (expirySeconds === undefined || nonce === undefined || receivedMac === undefined) return null;
  const { shop, now, secrets } = expected;
  const matches = secrets.map((secret) =>
    isEqualInConstantTime(receivedMac, computeMac({ shop, expirySeconds, nonce }, secret)),
  );
  if (now.getTime() > Number(expirySeconds) * 1000) return null;
  return secrets[matches.indexOf(true)] ?? null;
}

function computeMac(parts: { shop: string; expirySeconds: string; nonce: string }, secret: string): string {
  // States have a separate key, so that nothing the platform signs with the client secret is a valid state, and the signature
  // of a state is not valid for a request.
  const key = createHmac("sha256", secret).update("state of an authorization").digest();
  // guard sdk-state-shop: without `|${parts.shop}`, state.test.ts fails
  const text = `${parts.expirySeconds}|${parts.nonce}|${parts.shop}`;
  return createHmac("sha256", key).update(text).digest("hex");
}
