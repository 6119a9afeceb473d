import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import {
  closeSubscriptionLane,
  moveSubscriptionLane,
  openSubscriptionLane,
  uninstallTopic,
} from "@souk/delivery";
import type { Call } from "../../routing/call.ts";
import { historyStart } from "./history-start.ts";
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
 * Subscribes to a topic, or replaces its URL: the new one counts for what is waiting too (WHK-1 to WHK-3). With `replay_from`
 * the events of the past follow what is waiting, and what happens from now on comes after them.
 * @throws Refusal `invalid` naming url or replay_from; `gone` naming replay_from; `not_allowed` without an app; `app_disabled` or
 * `token_revoked` when the app was disabled or uninstalled since its token was read
 */
export async function subscribe(
  tx: Transaction,
  call: Call<typeof operations.createWebhook>,
  rules: SubscriptionRules,
) {
  const subscriber = requireInstallation(call);
  const { topic, url, replay_from } = call.body;
  requireWebhookUrl(url, rules);
  const held = await holdInstallation(tx, subscriber);
  if (held !== "standing") refuse(held === "disabled" ? "app_disabled" : "token_revoked");
  const { installation, store } = subscriber;
  const history_after = replay_from === undefined ? null : await historyStart(tx, store, replay_from);
  // An app that was told of a removal in the past would forget the token it has now.
  const told = topic === uninstallTopic ? null : history_after;
  const row = await upsertSubscription(tx, subscriber, { topic, url, history_after: told });
  const lane = {
    id: row.id,
    installation_id: installation.id,
    store_id: store.id,
    app_id: installation.app_id,
    url,
  };
  if (row.made) await openSubscriptionLane(tx, lane);
  else await moveSubscriptionLane(tx, lane);
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
  const { id } = call.params;
  const { url } = call.body;
  const row = (await updateSubscriptionUrl(tx, subscriber, { id, url })) ?? refuse("not_found");
  await moveSubscriptionLane(tx, { id, app_id: subscriber.installation.app_id, url });
  return { webhook: showSubscription(row, rules) };
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
