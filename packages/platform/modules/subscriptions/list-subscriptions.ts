import { type operations, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { listText } from "../../listing/list-text.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { requireInstallation, type SubscriptionRules, showSubscription } from "./subscription-rules.ts";
import { type Subscriber, selectSubscriptions } from "./subscription-store.ts";

function conditionsOf(
  { store, installation }: Subscriber,
  query: { ids: number[] | undefined; topic: string | undefined },
) {
  const conditions = createConditions("r.store_id = $1 and r.installation_id = $2", [
    store.id,
    installation.id,
  ]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.topic, (topic) => `r.topic = ${topic}`);
  return conditions;
}

/** The installation's own subscriptions (LST-1). */
export async function listSubscriptions(
  run: Queryable,
  call: Call<typeof operations.listWebhooks>,
  rules: SubscriptionRules,
): Promise<JsonText> {
  const subscriber = requireInstallation(call);
  const { page, limit, sort, fields } = call.query;
  const zone = call.store.timezone;
  const conditions = conditionsOf(subscriber, call.query);
  const { total, rows } = await selectSubscriptions(run, conditions, { page, limit, sort, zone });
  const texts = rows.map((row) => JSON.stringify(showSubscription(row, rules))).join(",");
  return listText("webhooks", texts, { page: pageOf(total, page, limit), fields });
}

/** Counts the installation's own subscriptions. */
export async function countSubscriptions(
  run: Queryable,
  call: Call<typeof operations.countWebhooks>,
): Promise<{ count: number }> {
  const conditions = conditionsOf(requireInstallation(call), call.query);
  return countRows(run, { plural: "webhooks", table: "webhook_subscriptions", conditions });
}
