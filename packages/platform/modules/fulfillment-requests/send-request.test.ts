import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, operations } from "@souk/contract";
import { signBody, verifyBody } from "@souk/signing";
import { eventually, type HttpResponse, installApp, seedOrders, seedStore } from "@souk/testkit";
import { Check } from "typebox/value";
import { createFulfillmentFixture, type FulfillmentFixture } from "./testing/fulfillment-fixture.ts";
import { seedFulfillmentOrder } from "./testing/seed-fulfillment-order.ts";

let fixture: FulfillmentFixture;

before(async () => {
  fixture = await createFulfillmentFixture();
});
after(() => fixture.stop());

const jsonResponse = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

function listErrorPaths(response: HttpResponse): string[] {
  assert.equal(response.status, 422, response.text);
  const { error } = response.json<{ error: { fields: { path: string }[] } }>();
  return error.fields.map(({ path }) => path);
}

async function countRequests(): Promise<number> {
  const text = "select count(*) as n from fulfillment_requests where store_id = $1";
  return (await fixture.testPlatform.database.one<{ n: number }>(text, [fixture.store.id])).n;
}

test("FUL-1 the request for one order is signed, has the documented headers, and contains only the order's id", async () => {
  const { receiver, app, store, orderIds } = fixture;
  receiver.respondWith(jsonResponse({ type: "link", url: "https://parcels.dev/label?for=1&t=a%20b" }));
  const response = await fixture.send();
  const request = receiver.requests.at(-1) ?? assert.fail("the app got no request");
  assert.deepEqual([request.method, request.path], ["POST", "/single"]);
  assert.equal(request.body.toString(), `{"id":${orderIds[0]}}`);
  assert.ok(Check(callbacks["fulfillment/single"].request, JSON.parse(request.body.toString())));
  const { headers } = request;
  assert.equal(headers["service-topic"], "fulfillment/single");
  assert.equal(headers["service-shop-domain"], new URL(store.origin).hostname);
  assert.equal(headers["service-hmac-sha256"], signBody(request.body, app.client_secret));
  assert.ok(verifyBody(request.body, headers["service-hmac-sha256"], app.client_secret).ok);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["user-agent"], "Souk-Fulfillment/1");
  assert.ok(Check(operations.sendFulfillmentRequest.response, response.json()), response.text);
  const createdRequest = await fixture.createRequest();
  assert.deepEqual(
    [createdRequest.status, createdRequest.answer, createdRequest.error, createdRequest.app_handle],
    ["linked", { type: "link", url: "https://parcels.dev/label?for=1&t=a%20b" }, null, app.handle],
  );
});

test("FUL-1 a fulfillment/single request can name a fulfillment order, and a bulk request names several orders", async () => {
  const { receiver, app, orderIds, store, testPlatform } = fixture;
  receiver.respondWith(jsonResponse(callbacks["fulfillment/bulk"].example.response));
  const [order_id = 0] = orderIds;
  const fulfillmentOrder = {
    store_id: store.id,
    order_id,
    location_id: store.locations[0]?.id ?? 0,
  };
  const fulfillmentOrderId = await seedFulfillmentOrder(testPlatform.database, fulfillmentOrder);
  await fixture.createRequest({ fulfillment_order_id: fulfillmentOrderId });
  assert.equal(
    receiver.requests.at(-1)?.body.toString(),
    `{"id":${order_id},"fulfillment_order_id":${fulfillmentOrderId}}`,
  );
  const { client_id } = app;
  const createdRequest = await fixture.createRequest({
    client_id,
    topic: "fulfillment/bulk",
    order_ids: orderIds,
  });
  const request = receiver.requests.at(-1);
  assert.deepEqual([request?.path, request?.body.toString()], ["/bulk", `{"ids":[${orderIds.join(",")}]}`]);
  assert.deepEqual([createdRequest.order_ids, createdRequest.status], [orderIds, "messaged"]);
  assert.deepEqual(createdRequest.answer, callbacks["fulfillment/bulk"].example.response);
});

test("a fulfillment request gets an error for each unknown order and for each order of another store", async () => {
  const { receiver, testPlatform, orderIds } = fixture;
  const otherStore = await seedStore(testPlatform);
  const [otherStoreOrderId = 0] = await seedOrders(testPlatform.database, otherStore.id, 1);
  const countsBefore = [receiver.requests.length, await countRequests()];
  assert.deepEqual(listErrorPaths(await fixture.send({ order_ids: [otherStoreOrderId] })), ["order_ids.0"]);
  const bulk = { topic: "fulfillment/bulk", order_ids: [orderIds[0], 999_999, otherStoreOrderId] };
  assert.deepEqual(listErrorPaths(await fixture.send(bulk)), ["order_ids.1", "order_ids.2"]);
  assert.deepEqual(listErrorPaths(await fixture.send({ fulfillment_order_id: 999_999 })), [
    "fulfillment_order_id",
  ]);
  assert.deepEqual([receiver.requests.length, await countRequests()], countsBefore);
});

test("each invalid fulfillment request is rejected with the invalid field's path", async () => {
  const [firstId, secondId] = fixture.orderIds;
  const { client_id, handle } = fixture.app;
  assert.deepEqual(listErrorPaths(await fixture.send({ order_ids: [] })), ["order_ids"]);
  assert.deepEqual(listErrorPaths(await fixture.send({ order_ids: [firstId, secondId] })), ["order_ids"]);
  assert.deepEqual(
    listErrorPaths(await fixture.send({ topic: "fulfillment/bulk", order_ids: [firstId, firstId] })),
    ["order_ids"],
  );
  assert.deepEqual(listErrorPaths(await fixture.send({ topic: "fulfillment/some" })), ["topic"]);
  const bulkWithFulfillmentOrder = { topic: "fulfillment/bulk", fulfillment_order_id: 1 };
  assert.deepEqual(listErrorPaths(await fixture.send(bulkWithFulfillmentOrder)), ["fulfillment_order_id"]);
  assert.deepEqual(listErrorPaths(await fixture.send({ client_id, app_handle: handle })), ["app_handle"]);
  assert.deepEqual(listErrorPaths(await fixture.send({ app_handle: "nobody" })), ["app_handle"]);
  assert.deepEqual(listErrorPaths(await fixture.send({ client_id: "no\u0000body" })), ["client_id"]);
});

test("the Fulfill action lists only enabled, unsuspended apps with a fulfillment URL", async () => {
  const { receiver, testPlatform, store } = fixture;
  const { app } = await fixture.installAnotherApp();
  const listTopics = async (): Promise<string[][]> => {
    const response = await fixture.callConsole("GET", "/fulfillment_apps.json");
    assert.ok(Check(operations.listFulfillmentApps.response, response.json()), response.text);
    return response
      .json<{ fulfillment_apps: { handle: string; topics: string[] }[] }>()
      .fulfillment_apps.filter(({ handle }) => handle === app.handle)
      .map(({ topics }) => topics);
  };
  assert.deepEqual(await listTopics(), []);
  assert.deepEqual(listErrorPaths(await fixture.send({ app_handle: app.handle })), ["topic"]);
  await fixture.setUrl(app, "fulfillment/bulk", `${receiver.url}/bulk`);
  assert.deepEqual(await listTopics(), [["fulfillment/bulk"]]);
  await fixture.setUrl(app, "fulfillment/single", `${receiver.url}/single`);
  assert.deepEqual(await listTopics(), [["fulfillment/single", "fulfillment/bulk"]]);
  const countsBefore = [receiver.requests.length, await countRequests()];
  const setInstallationStatus = (status: string) =>
    testPlatform.database.query(
      `update installations set status = $3, disabled_at = case when $3 = 'disabled' then now() end
       where app_id = $1 and store_id = $2`,
      [app.id, store.id, status],
    );
  await setInstallationStatus("disabled");
  assert.deepEqual(await listTopics(), []);
  assert.equal((await fixture.send({ app_handle: app.handle })).status, 409);
  await setInstallationStatus("enabled");
  const suspendText = "update apps set suspended_at = now(), suspended_reason = 'x' where id = $1";
  await testPlatform.database.query(suspendText, [app.id]);
  assert.deepEqual(await listTopics(), []);
  assert.equal((await fixture.send({ app_handle: app.handle })).status, 409);
  assert.deepEqual([receiver.requests.length, await countRequests()], countsBefore);
});

test("a request with a repeated Idempotency-Key gets the first response and is not sent to the app", async () => {
  const { receiver, store, orderIds, app } = fixture;
  receiver.respondWith(jsonResponse({ type: "message", message: "Booked" }));
  const body = { app_handle: app.handle, topic: "fulfillment/single", order_ids: orderIds.slice(0, 1) };
  const url = `${store.host_url}/api/console/fulfillment_requests.json`;
  const session = await store.owner.browser.call(
    "GET",
    `${new URL(store.host_url).origin}/api/console/session.json`,
  );
  const { csrf_token } = session.json<{ session: { csrf_token: string } }>().session;
  const { host, origin } = new URL(store.host_url);
  const headers = {
    cookie: store.owner.browser.getCookieHeader(host) ?? "",
    origin,
    "sec-fetch-site": "same-origin",
    "x-csrf-token": csrf_token,
    "idempotency-key": "click-1",
  };
  const countBefore = receiver.requests.length;
  const sendWithKey = () => fixture.testPlatform.request(url, { method: "POST", headers, json: body });
  const [first, second] = [await sendWithKey(), await sendWithKey()];
  assert.equal(first.status, 200, first.text);
  assert.equal(second.text, first.text);
  assert.equal(receiver.requests.length, countBefore + 1);
});

test("hanging fulfillment requests of one store do not block the app's other stores", async () => {
  const { receiver, testPlatform, app } = fixture;
  const release = Promise.withResolvers<void>();
  const bookedResponse = jsonResponse({ type: "message", message: "Booked" });
  const hostname = new URL(fixture.store.origin).hostname;
  receiver.respondWith(({ headers }) =>
    headers["service-shop-domain"] === hostname
      ? { ...bookedResponse, delay: release.promise }
      : bookedResponse,
  );
  const countBefore = receiver.requests.length;
  const hangingRequests = Array.from({ length: 8 }, () => fixture.createRequest());
  await eventually(() => receiver.requests.length === countBefore + 8);
  const otherStore = await seedStore(testPlatform);
  await installApp(testPlatform, { store: otherStore, app });
  const [orderId = 0] = await seedOrders(testPlatform.database, otherStore.id, 1);
  const url = `${otherStore.host_url}/api/console/fulfillment_requests.json`;
  const request = { app_handle: app.handle, topic: "fulfillment/single", order_ids: [orderId] };
  const response = await otherStore.owner.browser.call("POST", url, { fulfillment_request: request });
  assert.match(response.text, /"status":"messaged"/);
  release.resolve();
  const statuses = (await Promise.all(hangingRequests)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set(["messaged"]));
});
