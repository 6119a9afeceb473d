import { createHmac } from "node:crypto";
import { isEqualInConstantTime } from "./constant-time.ts";
import { isFresh } from "./freshness.ts";

/** The headers of the Standard Webhooks specification, version 1. */
export interface WebhookHeaders {
  /** The id of the message, which is the same in every attempt to deliver it. */
  "webhook-id": string;
  /** The time of this attempt, as Unix time in whole seconds. */
  "webhook-timestamp": string;
  /** One or more signatures, separated by spaces; each is `v1,` and an HMAC-SHA256 in base64. */
  "webhook-signature": string;
}

export interface SignWebhookOptions {
  /** The id of the message, without a dot. */
  id: string;
  /** The time of the attempt. */
  sentAt: Date;
  /** The app's client secret. Libraries of the specification take the secret as `whsec_` and its bytes in base64. */
  secret: string;
}

export type WebhookVerdict =
  | { ok: true; id: string; sentAt: Date }
  | { ok: false; reason: "missing_signature" | "bad_signature" | "stale_timestamp" };

export interface VerifyWebhookOptions {
  /** The client secret; during a rotation, the old and the new one. */
  secrets: string | readonly string[];
  now: Date;
  /** The maximum difference in seconds between `webhook-timestamp` and now; defaults to 300. */
  maxAgeSeconds?: number;
}

/**
 * Sign a request to an app by the Standard Webhooks specification. The signature covers the id, the time and the body, so
 * that nobody without the secret can change one of them.
 *
 * @param body the exact bytes that are sent
 * @throws TypeError if the secret is empty or the id contains a dot, which separates the signed parts
 */
export function signWebhook(body: Uint8Array, { id, sentAt, secret }: SignWebhookOptions): WebhookHeaders {
  if (id === "" || id.includes(".")) throw new TypeError(`The id of a webhook must not be "${id}".`);
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = computeSignature(body, { id, timestamp, secret });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
}

/**
 * Verify that a request was signed with one of the secrets and has a recent timestamp. The signatures are compared in constant
 * time before the timestamp is checked.
 *
 * @param body the raw body as received, before parsing
 * @param headers the three headers, or undefined or null where one is missing
 * @returns the id and the time of the message, or the reason for the rejection. A receiver that remembers the ids recognizes a
 *   repeated message
 */
export function verifyWebhook(
  body: Uint8Array,
  headers: Readonly<Record<keyof WebhookHeaders, string | null | undefined>>,
  { secrets, now, maxAgeSeconds = 300 }: VerifyWebhookOptions,
): WebhookVerdict {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!id || !timestamp || !signatures) return { ok: false, reason: "missing_signature" };
  const sentSignatures = signatures.split(" ");
  const isSigned = [secrets].flat().some((secret) => {
    const expectedSignature = computeSignature(body, { id, timestamp, secret });
    return sentSignatures.some((signature) => isEqualInConstantTime(signature, expectedSignature));
  });
  // guard webhook-signature: without it, webhook.test.ts fails
  if (!isSigned) return { ok: false, reason: "bad_signature" };
  // guard webhook-age: without it, webhook.test.ts fails
  if (!isFresh(timestamp, now, maxAgeSeconds)) return { ok: false, reason: "stale_timestamp" };
  return { ok: true, id, sentAt: new Date(Number(timestamp) * 1000) };
}

function computeSignature(
  body: Uint8Array,
  { id, timestamp, secret }: { id: string; timestamp: string; secret: string },
): string {
  if (secret === "") throw new TypeError("The secret must not be empty.");
  return `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}
