import type { Ground } from "../ground.ts";
import { shopClient } from "../shop-api/shop-client.ts";
import { amendInstallation } from "../stores/amend-installation.ts";
import type { Installation } from "../stores/token-store.ts";
import { type Subscriptions, subscribedMark, subscribeWebhooks } from "./subscribe-webhooks.ts";

/**
 * Subscribes a shop where that has yet to be done: after its installation (INS-22, INS-19), after a release of the app that
 * listens to other topics, and when it failed before. A failure is reported and tried again at the next load.
 */
export async function keepSubscribed(
  installation: Installation,
  subscriptions: Subscriptions,
  ground: Ground,
): Promise<void> {
  const subscribed = subscribedMark(subscriptions);
  if (installation.subscribed === subscribed) return;
  const { shop } = installation;
  try {
    await subscribeWebhooks(shopClient(shop, ground), subscriptions);
    await amendInstallation(installation, { subscribed }, ground.store);
  } catch (error) {
    ground.report({ where: "subscribe", shop, error });
  }
}
