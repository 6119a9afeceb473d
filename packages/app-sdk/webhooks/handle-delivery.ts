import { createHash } from "node:crypto";
import type { AppContext } from "../context.ts";
import { uninstallTopic } from "../install/subscribe-webhooks.ts";
import { NotInstalledError } from "../store-api/not-installed-error.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Webhook } from "./webhook.ts";

export interface DeliveryRules {
  deliveries: DeliveryStore;
  /** Return the handler of a topic; undefined if the app has none. */
  getHandler(topic: string): ((webhook: Webhook) => Promise<void>) | undefined;
  onUninstalled(notice: { shop: string }): Promise<void>;
}

/**
 * Handle a webhook once, however often it arrives, and respond when it is done (WHK-7, WHK-11): 200; 503 while an earlier
 * attempt is still running; 500 when the handler failed. The platform retries after any status but 200.
 */
export async function handleDelivery(
  { webhook, bytes }: { webhook: Omit<Webhook, "api">; bytes: Uint8Array },
  rules: DeliveryRules,
  context: AppContext,
): Promise<Response> {
  const key = getDeliveryKey(webhook, bytes);
  const claim = key === null ? "claimed" : await rules.deliveries.claim(key);
  // guard: sdk-handled-once: receive-request.test.ts handled once
  if (claim === "done") return answer(200);
  if (claim === "running") return answer(503, { "retry-after": "5" });
  try {
    await handle({ ...webhook, api: createStoreClient(webhook.shop, context) }, rules, context);
  } catch (error) {
    context.report({ where: "webhook", shop: webhook.shop, error });
    if (key !== null) await rules.deliveries.release(key);
    return answer(500);
  }
  if (key !== null) await rules.deliveries.finish(key);
  return answer(200);
}

async function handle(webhook: Webhook, rules: DeliveryRules, context: AppContext): Promise<void> {
  if (webhook.topic === uninstallTopic) return await forget(webhook, rules, context);
  const handler = rules.getHandler(webhook.topic);
  if (handler === undefined) return;
  if ((await context.store.load(webhook.shop)) === null) {
    // The store has removed the app meanwhile, or the app has lost its tokens: only its developer knows which. A
    // rejection would slow the endpoint for every other store.
    context.report({ where: "webhook", shop: webhook.shop, error: new NotInstalledError(webhook.shop) });
    return;
  }
  try {
    await handler(webhook);
  } catch (error) {
    // The handler failed because the token was revoked meanwhile: nothing is left to do for this store.
    if ((await context.store.load(webhook.shop)) !== null) throw error;
  }
}

async function forget(
  { shop, payload, triggered_at }: Webhook,
  rules: DeliveryRules,
  context: AppContext,
): Promise<void> {
  const installation = await context.store.load(shop);
  const uninstalledAt = Date.parse(String(payload["uninstalled_at"] ?? triggered_at));
  // A notice that comes late says nothing about the installation that was made after it.
  // guard: sdk-late-notice: receive-request.test.ts an uninstall notice after a reinstallation leaves the new token unchanged
  if (installation !== null && Date.parse(installation.installed_at) > uninstalledAt) return;
  await rules.onUninstalled({ shop });
  if (installation !== null) await context.store.remove(shop, installation.access_token);
}

/**
 * Build the key of a delivery. The id is in a header, which is not signed, so topic, store and body are part of the key: no one
 * can mark a delivery as handled by sending an old one under its id. A replay has its own key, which its retries share.
 */
function getDeliveryKey(
  { webhook_id, replay, topic, shop }: Omit<Webhook, "api">,
  bytes: Uint8Array,
): string | null {
  if (webhook_id === null) return null;
  // guard: sdk-delivery-key without `.update(bytes)`: receive-request.test.ts old body
  const rest = createHash("sha256").update(`${topic}\n${shop}\n`).update(bytes).digest("base64url");
  return `${webhook_id.slice(0, 64)}${replay === null ? "" : `.${replay}`}.${rest}`;
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({}, { status, headers });
}
