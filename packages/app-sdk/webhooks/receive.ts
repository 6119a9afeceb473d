import { isStoreHostname } from "@souk/signing";
import type { AppContext } from "../context.ts";
import { uninstallTopic } from "../install/subscribe-webhooks.ts";
import { verifySignedBody } from "../verify/verify-signed-body.ts";
import { readBytes } from "./read-bytes.ts";
import { readWebhook, type Webhook } from "./webhook.ts";

export type ReceiveFailure =
  | "body_too_large"
  | "missing_signature"
  | "bad_signature"
  | "bad_shop"
  | "bad_payload"
  | "missing_topic"
  | "malformed_json";

/** A verified request of the platform, with its raw bytes. */
export type Received =
  | { ok: true; webhook: Omit<Webhook, "api">; bytes: Uint8Array }
  | { ok: false; reason: ReceiveFailure };

/**
 * Read a webhook or fulfillment request: verify the signature over the raw bytes first, then read everything else (WHK-11).
 *
 * The headers are not signed. The payload of app/uninstall names its store and app, and both must match: no other body can be
 * replayed to remove a token.
 */
export async function receive(
  request: Request,
  { settings }: Pick<AppContext, "settings">,
): Promise<Received> {
  const bytes = await readBytes(request);
  if (bytes === null) return { ok: false, reason: "body_too_large" };
  // guard: sdk-raw-bytes with `Buffer.from(JSON.stringify(readObject(bytes)))` for `bytes`: receive-request.test.ts raw bytes
  const verdict = verifySignedBody(bytes, request.headers.get("service-hmac-sha256"), settings.secrets);
  if (!verdict.ok) return verdict;

  const payload = readObject(bytes);
  if (payload === null) return { ok: false, reason: "malformed_json" };
  const webhook = readWebhook(request.headers, payload);
  if (webhook.topic === "") return { ok: false, reason: "missing_topic" };
  if (!isStoreHostname(webhook.shop, settings.storeDomainSuffix)) return { ok: false, reason: "bad_shop" };
  if (
    webhook.topic === uninstallTopic &&
    !isNoticeFor(payload, { shop: webhook.shop, client_id: settings.clientId })
  )
    return { ok: false, reason: "bad_payload" };
  return { ok: true, webhook, bytes };
}

/**
 * Return whether a payload is the notice of INS-16: `success: true`; `shop` and `client_id` are later fields and may be
 * missing.
 */
function isNoticeFor(payload: Readonly<Record<string, unknown>>, expected: Record<string, string>): boolean {
  const agrees = ([key, value]: [string, string]): boolean => (payload[key] ?? value) === value;
  // guard: sdk-notice-payload without `payload["success"] === true &&`: receive-request.test.ts a notice for another store or app and an invalid notice delete no token
  return payload["success"] === true && Object.entries(expected).every(agrees);
}

function readObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
