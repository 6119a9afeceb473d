import { seedOrders } from "@souk/testkit";
import type { AccessFixture } from "./access-fixture.ts";

/** Create an order, set the app's fulfillment URL, and build the body of a Fulfill action that sends this order to this app. */
async function createFulfillBody({ testPlatform, store, app, receiver }: AccessFixture) {
  const { database } = testPlatform;
  await database.query(
    `insert into app_fulfillment_urls (app_id, topic, url) values ($1, 'fulfillment/single', $2)
     on conflict (app_id, topic) do update set url = excluded.url`,
    [app.id, `${receiver.url}/fulfill`],
  );
  const order_ids = await seedOrders(database, store.id, 1);
  return { app_handle: app.handle, topic: "fulfillment/single", order_ids };
}

/** Create a failed fulfillment request, and return the sample call that gets it. */
async function createFulfillmentRequestSample({ testPlatform, store, app }: AccessFixture) {
  const row = await testPlatform.database.maybeOne<{ id: number }>(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, error,
       actor_kind, actor_id, request_id, created_at, updated_at)
     select $1, $2, id, $3, 'fulfillment/single', '{1}', 'failed', 'No response.', 'account', '1', 'r', now(), now()
     from installations where store_id = $1 and app_id = $2 limit 1 returning id`,
    [store.id, app.id, app.handle],
  );
  return { params: { id: row?.id ?? 0 } };
}

/** Sample calls of the operations for the Fulfill action. */
export const fulfillmentSamples = {
  "fulfillment_apps.list": () => ({}),
  "fulfillment_requests.send": async (fixture: AccessFixture) => ({ body: await createFulfillBody(fixture) }),
  "fulfillment_requests.list": () => ({}),
  "fulfillment_requests.count": () => ({}),
  "fulfillment_requests.get": createFulfillmentRequestSample,
};
