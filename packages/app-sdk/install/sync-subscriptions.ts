import type { AppContext } from "../context.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import type { Installation } from "../stores/token-store.ts";
import { updateInstallation } from "../stores/update-installation.ts";
import { computeSubscriptionHash, type Subscriptions, subscribeWebhooks } from "./subscribe-webhooks.ts";

/**
 * Update the app's webhook subscriptions in a store if they are out of date: after the installation (INS-22, INS-19), after
 * a release of the app with other topics, or after an earlier error. An error is reported, and the next load of the App URL
 * tries again.
 */
export async function syncSubscriptions(
  installation: Installation,
  subscriptions: Subscriptions,
  context: AppContext,
): Promise<void> {
  const subscriptionHash = computeSubscriptionHash(subscriptions);
  if (installation.subscribed === subscriptionHash) return;
  const { shop } = installation;
  try {
    await subscribeWebhooks(createStoreClient(shop, context), subscriptions);
    await updateInstallation(installation, { subscribed: subscriptionHash }, context.store);
  } catch (error) {
    context.report({ where: "subscribe", shop, error });
  }
}
