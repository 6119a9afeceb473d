import { type operations, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { wrapList } from "../../infrastructure/listing/list-text.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import { selectFields } from "../../infrastructure/listing/select-fields.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { assertInstallation, type SubscriptionRules, toSubscriptionJson } from "./subscription-rules.ts";
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

/** List a page of the calling installation's subscriptions (LST-1). @throws ApiError `not_allowed` if the caller is not an app */
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
  const texts = rows
    .map((row) => selectFields(JSON.stringify(toSubscriptionJson(row, rules)), fields))
    .join(",");
  return wrapList("webhooks", texts, { page: resolvePage(total, page, limit) });
}

/** Count the calling installation's subscriptions. @throws ApiError `not_allowed` if the caller is not an app */
export async function countSubscriptions(
  db: Queryable,
  call: Call<typeof operations.countWebhooks>,
): Promise<{ count: number }> {
  const conditions = buildConditions(assertInstallation(call), call.query);
  return countRows(db, { plural: "webhooks", table: "webhook_subscriptions", conditions });
}
