import { createHash } from "node:crypto";
import type { AppContext } from "../context.ts";
import { uninstallTopic } from "../install/subscribe-webhooks.ts";
import { NotInstalledError } from "../store-api/not-installed-error.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Webhook } from "./webhook.ts";

/** The dependencies of `handleDelivery`. */
export interface DeliveryDeps {
  deliveries: DeliveryStore;
  /** Return the handler of a topic; undefined if the app has none. */
  getHandler(topic: string): ((webhook: Webhook) => Promise<void>) | undefined;
  onUninstalled(notice: { shop: string }): Promise<void>;
}

/**
 * Handle a webhook once, even if it arrives several times, and respond when the handler has finished (WHK-7, WHK-11). The
 * status is 200 after success, 503 while an earlier attempt is still running, and 500 if the handler failed. The platform
 * retries after any status except 200.
 */
export async function handleDelivery(
  { id, webhook, bytes }: { id: string; webhook: Omit<Webhook, "api">; bytes: Uint8Array },
  deps: DeliveryDeps,
  context: AppContext,
): Promise<Response> {
  const key = getDeliveryKey(id, bytes);
  const claim = await deps.deliveries.claim(key);
  // guard sdk-handled-once: without it, receive-request.test.ts fails at `handled once`
  if (claim === "done") return respond(200);
  if (claim === "running") return respond(503, { "retry-after": "5" });
  try {
    await callHandler({ ...webhook, api: createStoreClient(webhook.shop, context) }, deps, context);
  } catch (error) {
    context.report({ where: "webhook", shop: webhook.shop, error });
    await deps.deliveries.release(key);
    return respond(500);
  }
  await deps.deliveries.finish(key);
  return respond(200);
}

/** Call the handler of a webhook's topic. Without a handler, do nothing. If the store does not have the app, report an error. */
async function callHandler(webhook: Webhook, deps: DeliveryDeps, context: AppContext): Promise<void> {
  if (webhook.topic === uninstallTopic) return await removeInstallation(webhook, deps, context);
  const handler = deps.getHandler(webhook.topic);
  if (handler === undefined) return;
  if ((await context.store.load(webhook.shop)) === null) {
    // Either the store has removed the app in the meantime, or the app has lost its tokens. Only the app's developer can
    // know which. An error status would slow down the endpoint for every other store.
    context.report({ where: "webhook", shop: webhook.shop, error: new NotInstalledError(webhook.shop) });
    return;
  }
  try {
    await handler(webhook);
  } catch (error) {
    // If the token was revoked in the meantime, the handler failed because of that, and there is nothing left to do.
    if ((await context.store.load(webhook.shop)) !== null) throw error;
  }
}

/**
 * Handle an uninstall notice: call `onUninstalled`, and then remove the installation. Ignore a notice that is older than the
 * installation.
 */
async function removeInstallation(
  { shop, payload, triggered_at }: Webhook,
  deps: DeliveryDeps,
  context: AppContext,
): Promise<void> {
  const installation = await context.store.load(shop);
  const uninstalledAt = Date.parse(String(payload["uninstalled_at"] ?? triggered_at));
  // A late notice does not apply to an installation that was created after the uninstallation.
  // guard sdk-late-notice: without it, uninstall-notice.test.ts fails at `an uninstall notice after a reinstallation leaves the new token unchanged`
  if (installation !== null && Date.parse(installation.installed_at) > uninstalledAt) return;
  await deps.onUninstalled({ shop });
  if (installation !== null) await context.store.remove(shop, installation.access_token);
}

/**
 * Build the key of a delivery from its id, which is signed together with the body. A replay has a new id, which its retries
 * share. The body is also part of the key, because a platform that was restored from a backup uses ids again.
 */
function getDeliveryKey(id: string, bytes: Uint8Array): string {
  // guard sdk-delivery-key: without `.update(bytes)`, receive-request.test.ts fails at `restored`
  return `${id.slice(0, 64)}.${createHash("sha256").update(bytes).digest("base64url")}`;
}

function respond(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({}, { status, headers });
}
