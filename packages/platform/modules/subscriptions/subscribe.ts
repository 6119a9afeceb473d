import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import {
  closeSubscriptionLane,
  moveSubscriptionLane,
  openSubscriptionLane,
  uninstallTopic,
} from "@souk/delivery";
import type { Call } from "../../infrastructure/routing/call.ts";
import { historyStart } from "./history-start.ts";
import {
  assertInstallation,
  assertWebhookUrl,
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
 * Subscribe to a topic, or replace its URL, also for pending deliveries (WHK-1 to WHK-3). With `replay_from`
 * past events follow the pending deliveries, and new events come after them.
 * @throws ApiError `invalid` naming url or replay_from; `gone` naming replay_from; `not_allowed` without an
 *   app; `app_disabled` or `token_revoked` when the app was disabled or uninstalled since its token was read
 */
export async function subscribe(
  tx: Transaction,
  call: Call<typeof operations.createWebhook>,
  rules: SubscriptionRules,
) {
  const subscriber = assertInstallation(call);
  const { topic, url, replay_from } = call.body;
  assertWebhookUrl(url, rules);
  const status = await holdInstallation(tx, subscriber);
  if (status !== "standing") throwApiError(status === "disabled" ? "app_disabled" : "token_revoked");
  const { installation, store } = subscriber;
  const history_after = replay_from === undefined ? null : await historyStart(tx, store, replay_from);
  // An app that received a past app/uninstall would discard its current token.
  // guard: uninstall-has-no-history with `""` for `uninstallTopic`: replay-from.test.ts an app never gets a past app/uninstall again
  const historyAfter = topic === uninstallTopic ? null : history_after;
  const row = await upsertSubscription(tx, subscriber, { topic, url, history_after: historyAfter });
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
 * Update the URL of a subscription (WHK-2).
 * @throws ApiError `not_found`; `invalid` naming url
 */
export async function changeUrl(
  tx: Transaction,
  call: Call<typeof operations.updateWebhook>,
  rules: SubscriptionRules,
) {
  const subscriber = assertInstallation(call);
  assertWebhookUrl(call.body.url, rules);
  const { id } = call.params;
  const { url } = call.body;
  const row = (await updateSubscriptionUrl(tx, subscriber, { id, url })) ?? throwApiError("not_found");
  await moveSubscriptionLane(tx, { id, app_id: subscriber.installation.app_id, url });
  return { webhook: showSubscription(row, rules) };
}

/** Delete a subscription and cancel its pending deliveries. @throws ApiError `not_found` */
export async function unsubscribe(
  tx: Transaction,
  call: Call<typeof operations.deleteWebhook>,
): Promise<Record<string, never>> {
  const subscriber = assertInstallation(call);
  if (!(await deleteSubscription(tx, subscriber, call.params.id))) throwApiError("not_found");
  await closeSubscriptionLane(tx, call.params.id);
  return {};
}
