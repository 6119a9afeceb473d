import { createHash, createHmac } from "node:crypto";
import { equalInConstantTime } from "@souk/signing";
import type { RandomText } from "../../random.ts";

/** All that a consent page showed and that its Approve grants, and nothing else. */
export interface Consent {
  store_id: number;
  app_id: number;
  client_id: string;
  scopes: readonly string[];
  redirect_uri: string;
  state: string | null;
}

/** How long a consent page may stay open, in ms. */
export const consentLifetimeMs = 10 * 60_000;

interface Sealed extends Consent {
  expires_at: number;
  nonce: string;
}

export type ConsentVerdict =
  | { ok: true; consent: Consent; hash: Buffer }
  /** A forged one, another session's, or a changed one. */
  | { ok: false; reason: "not_ours" }
  /** What was asked is known, so that it can be asked again. */
  | { ok: false; reason: "expired"; consent: Consent };

/** The key with which consents are signed, and the session that they are bound to. */
export interface ConsentSeal {
  key: Buffer;
  session_hash: Buffer;
}

/** The token of a consent form: what was shown, signed for the session that it was shown to (hardening.md, "Pages"). */
export function sealConsent(
  consent: Consent,
  seal: ConsentSeal,
  { nowMs, random }: { nowMs: number; random: RandomText },
): string {
  const sealed: Sealed = { ...consent, expires_at: nowMs + consentLifetimeMs, nonce: random(32) };
  const body = Buffer.from(JSON.stringify(sealed), "utf8").toString("base64url");
  return `${body}.${signatureOf(body, seal)}`;
}

/**
 * Reads the token that came back with the form.
 *
 * @returns what was shown with the token's hash, by which one form makes one code; or why it counts for nothing
 */
export function openConsent(token: string, seal: ConsentSeal, nowMs: number): ConsentVerdict {
  const [body = "", signature = ""] = token.split(".");
  if (!equalInConstantTime(signature, signatureOf(body, seal))) return { ok: false, reason: "not_ours" };
  const sealed = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Sealed;
  const { expires_at, nonce, ...consent } = sealed;
  if (expires_at <= nowMs) return { ok: false, reason: "expired", consent };
  // Not of the token's text: text after a second dot would give the same consent another hash.
  const hash = createHash("sha256").update(nonce, "utf8").digest();
  return { ok: true, consent, hash };
}

function signatureOf(body: string, { key, session_hash }: ConsentSeal): string {
  return createHmac("sha256", key).update(session_hash).update(body, "utf8").digest("base64url");
}
