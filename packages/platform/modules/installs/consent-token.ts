import { createHash, createHmac } from "node:crypto";
import { equalInConstantTime } from "@souk/signing";
import type { RandomText } from "../../runtime/random.ts";

/** The content of a consent page, which is exactly what Approve grants. */
export interface Consent {
  store_id: number;
  app_id: number;
  client_id: string;
  scopes: readonly string[];
  redirect_uri: string;
  state: string | null;
}

/** Milliseconds for which a consent page is valid. */
export const consentLifetimeMs = 10 * 60_000;

interface Sealed extends Consent {
  expires_at: number;
  nonce: string;
}

export type ConsentVerdict =
  | { ok: true; consent: Consent; hash: Buffer }
  /** A forged token, one of another session, or a changed one. */
  | { ok: false; reason: "not_ours" }
  /** An expired token, with its request, so that the page can be shown again. */
  | { ok: false; reason: "expired"; consent: Consent };

/** The key that signs consents, and the session that they are bound to. */
export interface ConsentSeal {
  key: Buffer;
  session_hash: Buffer;
}

/**
 * Create the token of a consent form: its content, signed for the session that it was shown to
 * (docs/spec/hardening.md#pages).
 */
export function sealConsent(
  consent: Consent,
  seal: ConsentSeal,
  { nowMs, random }: { nowMs: number; random: RandomText },
): string {
  const sealed: Sealed = { ...consent, expires_at: nowMs + consentLifetimeMs, nonce: random(32) };
  const body = Buffer.from(JSON.stringify(sealed), "utf8").toString("base64url");
  return `${body}.${computeSignature(body, seal)}`;
}

/**
 * Verify the token that was sent with the form.
 *
 * @returns the content with the token's hash, by which one form creates one code; or why the token is invalid
 */
export function openConsent(token: string, seal: ConsentSeal, nowMs: number): ConsentVerdict {
  const [body = "", signature = ""] = token.split(".");
  if (!equalInConstantTime(signature, computeSignature(body, seal))) return { ok: false, reason: "not_ours" };
  const sealed = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Sealed;
  const { expires_at, nonce, ...consent } = sealed;
  if (expires_at <= nowMs) return { ok: false, reason: "expired", consent };
  // Not of the token's text: text after a second dot would give the same consent another hash.
  const hash = createHash("sha256").update(nonce, "utf8").digest();
  return { ok: true, consent, hash };
}

function computeSignature(body: string, { key, session_hash }: ConsentSeal): string {
  // guard: consent-of-the-session with `session_hash.subarray(0, 0)` for `session_hash`: authorize-pages.test.ts P34|P33
  return createHmac("sha256", key).update(session_hash).update(body, "utf8").digest("base64url");
}
