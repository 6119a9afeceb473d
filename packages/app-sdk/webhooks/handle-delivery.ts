import { createHash } from "node:crypto";
import type { Ground } from "../ground.ts";
import { uninstallTopic } from "../install/subscribe-webhooks.ts";
import { NotInstalledError } from "../shop-api/not-installed-error.ts";
import { shopClient } from "../shop-api/shop-client.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Webhook } from "./webhook.ts";

export interface DeliveryRules {
  deliveries: DeliveryStore;
  /** What to do with a topic; undefined where the app has no handler. */
  handlerOf(topic: string): ((webhook: Webhook) => Promise<void>) | undefined;
  onUninstalled(notice: { shop: string }): Promise<void>;
}

/**
 * Handles a webhook once, however often it arrives, and answers when it is done (WHK-7, WHK-11): 200; 503 while an earlier
 * attempt is still at work; 500 when the handler failed. The platform sends anything but 200 again.
 */
export async function handleDelivery(
  { webhook, bytes }: { webhook: Omit<Webhook, "api">; bytes: Uint8Array },
  rules: DeliveryRules,
  ground: Ground,
): Promise<Response> {
  const key = keyOf(webhook, bytes);
  const claim = key === null ? "claimed" : await rules.deliveries.claim(key);
  if (claim === "done") return answer(200);
  if (claim === "running") return answer(503, { "retry-after": "5" });
  try {
    await handle({ ...webhook, api: shopClient(webhook.shop, ground) }, rules, ground);
  } catch (error) {
    ground.report({ where: "webhook", shop: webhook.shop, error });
    if (key !== null) await rules.deliveries.release(key);
    return answer(500);
  }
  if (key !== null) await rules.deliveries.finish(key);
  return answer(200);
}

async function handle(webhook: Webhook, rules: DeliveryRules, ground: Ground): Promise<void> {
  if (webhook.topic === uninstallTopic) return await forget(webhook, rules, ground);
  const handler = rules.handlerOf(webhook.topic);
  if (handler === undefined) return;
  if ((await ground.store.load(webhook.shop)) === null) {
    // Still on its way to a shop that has removed the app, or the app has lost its tokens: only its developer can tell. A
    // refusal would slow the endpoint for every other shop.
    ground.report({ where: "webhook", shop: webhook.shop, error: new NotInstalledError(webhook.shop) });
    return;
  }
  try {
    await handler(webhook);
  } catch (error) {
    // It failed over a token that was revoked meanwhile: nothing is left to do for this shop.
    if ((await ground.store.load(webhook.shop)) !== null) throw error;
  }
}

async function forget(
  { shop, payload, triggered_at }: Webhook,
  rules: DeliveryRules,
  ground: Ground,
): Promise<void> {
  const installation = await ground.store.load(shop);
  const uninstalledAt = Date.parse(String(payload["uninstalled_at"] ?? triggered_at));
  // A notice that comes late says nothing about the installation that was made after it.
  if (installation !== null && Date.parse(installation.installed_at) > uninstalledAt) return;
  await rules.onUninstalled({ shop });
  if (installation !== null) await ground.store.remove(shop, installation.access_token);
}

/**
 * The name under which a delivery is remembered. The id stands in a header, which is not signed, so topic, shop and body are
 * part of it: nobody can have a delivery taken for handled by sending an old one under its id. What somebody asked for anew is
 * another than what was handled before; its own retries are not.
 */
function keyOf({ webhook_id, replay, topic, shop }: Omit<Webhook, "api">, bytes: Uint8Array): string | null {
  if (webhook_id === null) return null;
  const rest = createHash("sha256").update(`${topic}\n${shop}\n`).update(bytes).digest("base64url");
  return `${webhook_id.slice(0, 64)}${replay === null ? "" : `.${replay}`}.${rest}`;
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({}, { status, headers });
}
