import { isStoreHostname } from "@souk/signing";
import type { AppContext } from "../context.ts";
import { uninstallTopic } from "../install/subscribe-webhooks.ts";
import { verifyWebhook } from "../verify/verify-webhook.ts";
import { readBytes } from "./read-bytes.ts";
import { readWebhook, type Webhook } from "./webhook.ts";

/** The reason why a request to the webhook URL is rejected. */
export type ReceiveFailure =
  | "body_too_large"
  | "missing_signature"
  | "bad_signature"
  | "stale_timestamp"
  | "bad_shop"
  | "bad_payload"
  | "missing_topic"
  | "malformed_json";

/** A verified request of the platform with its raw bytes, or the reason why it is invalid. */
export type VerifiedRequest =
  | { ok: true; id: string; webhook: Omit<Webhook, "api">; bytes: Uint8Array }
  | { ok: false; reason: ReceiveFailure };

/**
 * Verify and read a request to the webhook URL. The signature, which covers the raw bytes, the id and the time, is verified
 * before anything else is read (WHK-11).
 *
 * The other headers are not signed. Therefore the payload of app/uninstall must be an uninstall notice (`success: true`).
 * If the notice names a store, that must be the store of the headers, and if it names an app, that must be this app.
 * Otherwise an attacker could send another signed body with the topic app/uninstall to remove a token.
 */
export async function verifyRequest(
  request: Request,
  { settings, now }: Pick<AppContext, "settings" | "now">,
): Promise<VerifiedRequest> {
  const bytes = await readBytes(request);
  if (bytes === null) return { ok: false, reason: "body_too_large" };
  // guard sdk-raw-bytes: with `request, Buffer.from(JSON.stringify(parseObject(bytes)))` instead of `request, bytes`, receive-request.test.ts fails at `raw bytes`
  const verdict = verifyWebhook(request, bytes, { secrets: settings.secrets, now: now() });
  if (!verdict.ok) return verdict;

  const payload = parseObject(bytes);
  if (payload === null) return { ok: false, reason: "malformed_json" };
  const webhook = readWebhook(request.headers, payload);
  if (webhook.topic === "") return { ok: false, reason: "missing_topic" };
  if (!isStoreHostname(webhook.shop, settings.storeDomainSuffix)) return { ok: false, reason: "bad_shop" };
  if (
    webhook.topic === uninstallTopic &&
    !isNoticeFor(payload, { shop: webhook.shop, client_id: settings.clientId })
  )
    return { ok: false, reason: "bad_payload" };
  return { ok: true, id: verdict.id, webhook, bytes };
}

/**
 * Return whether a payload is an uninstall notice (INS-16) for a store and an app. A notice has `success: true`. Its `shop`
 * and `client_id` are missing if the platform has an older version.
 */
function isNoticeFor(payload: Readonly<Record<string, unknown>>, expected: Record<string, string>): boolean {
  const isExpectedValue = ([key, value]: [string, string]): boolean => (payload[key] ?? value) === value;
  // guard sdk-notice-payload: without `payload["success"] === true &&`, uninstall-notice.test.ts fails at `an uninstall notice that is invalid or for another`
  return payload["success"] === true && Object.entries(expected).every(isExpectedValue);
}

/** Parse bytes as a JSON object in UTF-8; null if they are anything else. */
function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
