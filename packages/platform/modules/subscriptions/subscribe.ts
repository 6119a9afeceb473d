import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import {
  closeSubscriptionLane,
  moveSubscriptionLane,
  openSubscriptionLane,
  uninstallTopic,
} from "@souk/delivery";
import { assertWithinQuota } from "../../infrastructure/quotas/index.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { findHistoryStart } from "./find-history-start.ts";
import {
  assertInstallation,
  assertWebhookUrl,
  type SubscriptionRules,
  toSubscriptionJson,
} from "./subscription-rules.ts";
import {
  deleteSubscription,
  lockInstallation,
  updateSubscriptionUrl,
  upsertSubscription,
} from "./subscription-store.ts";

/**
 * Subscribe to a topic, or replace the URL of an existing subscription (WHK-1 to WHK-3). Pending deliveries are sent to the new
 * URL. If `replay_from` is set, past events are sent after the pending deliveries and before new events.
 * @throws ApiError `invalid` for `url` or `replay_from`; `gone` for `replay_from`; `not_allowed` if the caller is not an app;
 *   `app_disabled` or `token_revoked` if the app was disabled or uninstalled after its token was checked;
 *   `quota_exceeded`
 */
export async function subscribe(
  tx: Transaction,
  call: Call<typeof operations.createWebhook>,
  rules: SubscriptionRules,
) {
  const subscriber = assertInstallation(call);
  const { topic, url, replay_from } = call.body;
  assertWebhookUrl(url, rules);
  const status = await lockInstallation(tx, subscriber);
  if (status !== "installed") throwApiError(status === "disabled" ? "app_disabled" : "token_revoked");
  const { installation, store } = subscriber;
  const requestedStart = replay_from === undefined ? null : await findHistoryStart(tx, store, replay_from);
  // An app that received a past app/uninstall would discard its current token.
  // guard uninstall-has-no-history: with `""` instead of `uninstallTopic`, replay-from.test.ts fails at `a past app/uninstall event is never sent again`
  const history_after = topic === uninstallTopic ? null : requestedStart;
  const row = await upsertSubscription(tx, subscriber, { topic, url, history_after });
  const lane = {
    id: row.id,
    installation_id: installation.id,
    store_id: store.id,
    app_id: installation.app_id,
    url,
  };
  if (row.is_new) {
    await assertWithinQuota(tx, store.id, "webhook_subscriptions");
    await openSubscriptionLane(tx, lane);
  } else {
    await moveSubscriptionLane(tx, lane);
  }
  const webhook = toSubscriptionJson(row, rules);
  // Some clients read the fields at the top level, and others under `webhook`, so the response has them in both places.
  return { ...webhook, webhook };
}

/**
 * Update the URL of a subscription (WHK-2). Pending deliveries are sent to the new URL.
 * @throws ApiError `not_found`; `invalid` for `url`; `not_allowed` if the caller is not an app
 */
export async function updateUrl(
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
  return { webhook: toSubscriptionJson(row, rules) };
}

/**
 * Delete a subscription and cancel its pending deliveries.
 * @throws ApiError `not_found`; `not_allowed` if the caller is not an app
 */
export async function unsubscribe(
  tx: Transaction,
  call: Call<typeof operations.deleteWebhook>,
): Promise<Record<string, never>> {
  const subscriber = assertInstallation(call);
  if (!(await deleteSubscription(tx, subscriber, call.params.id))) throwApiError("not_found");
  await closeSubscriptionLane(tx, call.params.id);
  return {};
}
