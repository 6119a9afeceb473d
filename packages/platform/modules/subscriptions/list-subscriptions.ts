import { type operations, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { listText } from "../../infrastructure/listing/list-text.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { assertInstallation, type SubscriptionRules, showSubscription } from "./subscription-rules.ts";
import { type Subscriber, selectSubscriptions } from "./subscription-store.ts";

function buildConditions(
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

/** List the installation's own subscriptions (LST-1). */
export async function listSubscriptions(
  db: Queryable,
  call: Call<typeof operations.listWebhooks>,
  rules: SubscriptionRules,
): Promise<JsonText> {
  const subscriber = assertInstallation(call);
  const { page, limit, sort, fields } = call.query;
  const zone = call.store.timezone;
  const conditions = buildConditions(subscriber, call.query);
  const { total, rows } = await selectSubscriptions(db, conditions, { page, limit, sort, zone });
  const texts = rows.map((row) => JSON.stringify(showSubscription(row, rules))).join(",");
  return listText("webhooks", texts, { page: resolvePage(total, page, limit), fields });
}

/** Count the installation's own subscriptions. */
export async function countSubscriptions(
  db: Queryable,
  call: Call<typeof operations.countWebhooks>,
): Promise<{ count: number }> {
  const conditions = buildConditions(assertInstallation(call), call.query);
  return countRows(db, { plural: "webhooks", table: "webhook_subscriptions", conditions });
}
