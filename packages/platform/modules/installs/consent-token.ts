import { createHash, createHmac } from "node:crypto";
import { isSignedWithAny, type SigningKeys } from "../../infrastructure/signing-keys.ts";
import type { RandomText } from "../../runtime/random.ts";

/** What a consent page shows. Approve grants exactly this. */
export interface Consent {
  store_id: number;
  app_id: number;
  client_id: string;
  scopes: readonly string[];
  redirect_uri: string;
  state: string | null;
  /** The PKCE challenge that the code is bound to; null without one. */
  code_challenge: string | null;
}

/** Milliseconds for which a consent page is valid. */
export const consentLifetimeMs = 10 * 60_000;

interface ConsentClaims extends Consent {
  expires_at: number;
  nonce: string;
}

/** The consent in a valid token, or why the token is not accepted. */
export type ConsentVerdict =
  | { ok: true; consent: Consent; hash: Buffer }
  /** The token was forged, changed or created for another session. */
  | { ok: false; reason: "invalid" }
  /** The token has expired. Its content is returned, so that the page can be shown again. */
  | { ok: false; reason: "expired"; consent: Consent };

/** The two inputs of a consent token's signature: the platform's keys and the hash of the session that the token is valid for. */
export interface ConsentSignatureInputs {
  keys: SigningKeys;
  session_hash: Buffer;
}

/**
 * Create the token of a consent form. It contains the consent and a signature that is valid only for one session
 * (docs/spec/hardening.md#pages).
 */
export function createConsentToken(
  consent: Consent,
  signatureInputs: ConsentSignatureInputs,
  { nowMs, random }: { nowMs: number; random: RandomText },
): string {
  const claims: ConsentClaims = { ...consent, expires_at: nowMs + consentLifetimeMs, nonce: random(32) };
  const body = Buffer.from(JSON.stringify(claims), "utf8").toString("base64url");
  return `${body}.${computeSignature(body, signatureInputs.keys[0], signatureInputs.session_hash)}`;
}

/**
 * Verify the token that was sent with a consent form.
 *
 * @returns the consent with a hash that identifies the form, so that one form creates only one code; or why the token is
 *   not accepted
 */
export function verifyConsentToken(
  token: string,
  signatureInputs: ConsentSignatureInputs,
  nowMs: number,
): ConsentVerdict {
  const [body = "", signature = ""] = token.split(".");
  const { keys, session_hash } = signatureInputs;
  if (!isSignedWithAny(keys, signature, (key) => computeSignature(body, key, session_hash)))
    return { ok: false, reason: "invalid" };
  const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as ConsentClaims;
  const { expires_at, nonce, ...consent } = claims;
  if (expires_at <= nowMs) return { ok: false, reason: "expired", consent };
  // The nonce is hashed instead of the token. Otherwise, appending a dot and other text to the token would change the hash of the form.
  const hash = createHash("sha256").update(nonce, "utf8").digest();
  return { ok: true, consent, hash };
}

function computeSignature(body: string, key: Buffer, session_hash: Buffer): string {
  // guard consent-of-the-session: with `session_hash.subarray(0, 0)` instead of `session_hash`, consent-form.test.ts fails at `P34|P33`
  return createHmac("sha256", key).update(session_hash).update(body, "utf8").digest("base64url");
}
