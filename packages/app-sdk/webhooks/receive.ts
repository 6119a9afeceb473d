import { isShopOf } from "@souk/signing";
import type { Ground } from "../ground.ts";
import { uninstallTopic } from "../install/subscribe-webhooks.ts";
import { verifySignedBody } from "../verify/verify-signed-body.ts";
import { readBytes } from "./read-bytes.ts";
import { readWebhook, type Webhook } from "./webhook.ts";

export type ReceivedRefusal =
  | "body_too_large"
  | "missing_signature"
  | "bad_signature"
  | "bad_shop"
  | "bad_payload"
  | "missing_topic"
  | "malformed_json";

/** A request of the platform that was read and believed, with its bytes. */
export type Received =
  | { ok: true; webhook: Omit<Webhook, "api">; bytes: Uint8Array }
  | { ok: false; reason: ReceivedRefusal };

/**
 * Reads a webhook or fulfillment request: the signature over the raw bytes first, everything else after it (WHK-11).
 *
 * The headers are not signed. The payload of app/uninstall says which shop and app it is for, and the two must agree: no other
 * body, and no other shop's, can be sent again to have a token forgotten.
 */
export async function receive(request: Request, { settings }: Pick<Ground, "settings">): Promise<Received> {
  const bytes = await readBytes(request);
  if (bytes === null) return { ok: false, reason: "body_too_large" };
  const verdict = verifySignedBody(bytes, request.headers.get("service-hmac-sha256"), settings.secrets);
  if (!verdict.ok) return verdict;

  const payload = readObject(bytes);
  if (payload === null) return { ok: false, reason: "malformed_json" };
  const webhook = readWebhook(request.headers, payload);
  if (webhook.topic === "") return { ok: false, reason: "missing_topic" };
  if (!isShopOf(webhook.shop, settings.storeDomainSuffix)) return { ok: false, reason: "bad_shop" };
  if (
    webhook.topic === uninstallTopic &&
    !isNoticeFor(payload, { shop: webhook.shop, client_id: settings.clientId })
  )
    return { ok: false, reason: "bad_payload" };
  return { ok: true, webhook, bytes };
}

/** INS-16: `success: true`; shop and client_id came later and may be missing. */
function isNoticeFor(payload: Readonly<Record<string, unknown>>, expected: Record<string, string>): boolean {
  const agrees = ([key, value]: [string, string]): boolean => (payload[key] ?? value) === value;
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
