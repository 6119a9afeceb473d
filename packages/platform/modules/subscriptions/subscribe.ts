import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { closeSubscriptionLane, openSubscriptionLane } from "@souk/delivery";
import type { Call } from "../../routing/call.ts";
import {
  requireInstallation,
  requireWebhookUrl,
  type SubscriptionRules,
  showSubscription,
} from "./subscription-rules.ts";
import {
  deleteSubscription,
  holdInstallation,
  updateSubscriptionUrl,
  upsertSubscription,
} from "./subscription-store.ts";

/**
 * Subscribes to a topic, or replaces its URL: the new one counts for what is waiting too (WHK-1 to WHK-3).
 * @throws Refusal `invalid` naming url; `not_allowed` without an app; `app_disabled` or `token_revoked` when the app was
 * disabled or uninstalled since its token was read
 */
export async function subscribe(
  tx: Transaction,
  call: Call<typeof operations.createWebhook>,
  rules: SubscriptionRules,
) {
  const subscriber = requireInstallation(call);
  const { topic, url } = call.body;
  requireWebhookUrl(url, rules);
  const held = await holdInstallation(tx, subscriber);
  if (held !== "standing") refuse(held === "disabled" ? "app_disabled" : "token_revoked");
  const row = await upsertSubscription(tx, subscriber, { topic, url });
  const { installation, store } = subscriber;
  const lane = {
    id: row.id,
    installation_id: installation.id,
    store_id: store.id,
    app_id: installation.app_id,
  };
  if (row.made) await openSubscriptionLane(tx, lane);
  const webhook = showSubscription(row, rules);
  // Clients of this family read the fields unwrapped.
  return { ...webhook, webhook };
}

/**
 * Changes the URL of a subscription (WHK-2).
 * @throws Refusal `not_found`; `invalid` naming url
 */
export async function changeUrl(
  tx: Transaction,
  call: Call<typeof operations.updateWebhook>,
  rules: SubscriptionRules,
) {
  const subscriber = requireInstallation(call);
  requireWebhookUrl(call.body.url, rules);
  const row = await updateSubscriptionUrl(tx, subscriber, { id: call.params.id, url: call.body.url });
  return { webhook: showSubscription(row ?? refuse("not_found"), rules) };
}

/** Ends a subscription; what is waiting for it is cancelled. @throws Refusal `not_found` */
export async function unsubscribe(
  tx: Transaction,
  call: Call<typeof operations.deleteWebhook>,
): Promise<Record<string, never>> {
  const subscriber = requireInstallation(call);
  if (!(await deleteSubscription(tx, subscriber, call.params.id))) refuse("not_found");
  await closeSubscriptionLane(tx, call.params.id);
  return {};
}
