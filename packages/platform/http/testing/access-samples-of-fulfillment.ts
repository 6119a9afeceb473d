import { seedOrders } from "@souk/testkit";
import type { Ground } from "./access-callers.ts";

/** An app that can be handed orders, and an order. */
async function handOver({ testing, shop, app, receiver }: Ground) {
  const { database } = testing;
  await database.query(
    `insert into app_fulfillment_urls (app_id, topic, url) values ($1, 'fulfillment/single', $2)
     on conflict (app_id, topic) do update set url = excluded.url`,
    [app.id, `${receiver.url}/fulfil`],
  );
  const order_ids = await seedOrders(database, shop.id, 1);
  return { app_handle: app.handle, topic: "fulfillment/single", order_ids };
}

/** A request that was answered, made for one call. */
async function request({ testing, shop, app }: Ground) {
  const { rows } = await testing.database.query<{ id: number }>(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, error,
       actor_kind, actor_id, request_id, created_at, updated_at)
     select $1, $2, id, $3, 'fulfillment/single', '{1}', 'failed', 'No answer.', 'account', '1', 'r', now(), now()
     from installations where store_id = $1 and app_id = $2 limit 1 returning id`,
    [shop.id, app.id, app.handle],
  );
  return { params: { id: rows[0]?.id ?? 0 } };
}

/** How the operations of the Fulfill action are called. */
export const fulfillmentSamples = {
  "fulfillment_apps.list": () => ({}),
  "fulfillment_requests.send": async (ground: Ground) => ({ body: await handOver(ground) }),
  "fulfillment_requests.list": () => ({}),
  "fulfillment_requests.count": () => ({}),
  "fulfillment_requests.get": request,
};
