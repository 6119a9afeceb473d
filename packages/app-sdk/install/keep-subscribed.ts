import type { AppContext } from "../context.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import { amendInstallation } from "../stores/amend-installation.ts";
import type { Installation } from "../stores/token-store.ts";
import { type Subscriptions, subscribedMark, subscribeWebhooks } from "./subscribe-webhooks.ts";

/**
 * Subscribe a store where needed: after its installation (INS-22, INS-19), after a release of the app with other topics, and
 * after an earlier failure. An error is reported, and the next load tries again.
 */
export async function keepSubscribed(
  installation: Installation,
  subscriptions: Subscriptions,
  context: AppContext,
): Promise<void> {
  const subscribed = subscribedMark(subscriptions);
  if (installation.subscribed === subscribed) return;
  const { shop } = installation;
  try {
    await subscribeWebhooks(createStoreClient(shop, context), subscriptions);
    await amendInstallation(installation, { subscribed }, context.store);
  } catch (error) {
    context.report({ where: "subscribe", shop, error });
  }
}
