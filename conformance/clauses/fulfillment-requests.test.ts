import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceiverResponse } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { setFulfillmentUrl } from "../fulfillment-urls.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createVariant, placeOrder, readOrder } from "../orders.ts";
import { createMerchant, createPartner, signInStaff } from "../people.ts";
import { isSignedBody } from "../signatures.ts";
import { setStock } from "../stock.ts";

interface FulfillmentRequest {
  id: number;
  app_handle: string;
  topic: string;
  order_ids: number[];
  fulfillment_order_id: number | null;
  status: string;
  answer: Record<string, unknown> | null;
  error: string | null;
}

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let orderIds: number[];

before(async () => {
  fixture = await createConformanceFixture();
  installedApp = await installFulfillmentApp();
  orderIds = [await placeSampleOrder(installedApp), await placeSampleOrder(installedApp)];
});
after(() => fixture.close());

/** Install an app with fulfillment URLs in a new store. */
async function installFulfillmentApp(): Promise<InstalledApp> {
  const app = await registerApp(fixture, await createPartner(fixture));
  const staff = await signInStaff(fixture);
  for (const topic of ["fulfillment/single", "fulfillment/bulk"] as const)
    assertOk(await setFulfillmentUrl(staff, app, { topic, url: `${app.receiver.url}/${topic}` }));
  const stockScopes = ["read_products", "write_products", "write_locations"];
  const scopes = ["read_orders", "write_orders", "read_fulfillments", ...stockScopes];
  return installApp(fixture, await createMerchant(fixture), { app, scopes });
}

async function placeSampleOrder({ api }: InstalledApp): Promise<number> {
  const line_items = [{ name: "Engraving", price: "12.00", quantity: 1 }];
  return (await placeOrder(api, { line_items })).id;
}

/** Send the Fulfill action. @param fulfillmentOrderId restricts the request to this part of the order */
const sendFulfillAction = (topic: string, order_ids: readonly number[], fulfillmentOrderId?: number) =>
  installedApp.merchant.callStore("POST", "/fulfillment_requests.json", {
    fulfillment_request: {
      app_handle: installedApp.app.handle,
      topic,
      order_ids,
      fulfillment_order_id: fulfillmentOrderId,
    },
  });

/** Send the Fulfill action, and return the fulfillment request. */
async function fulfill(
  topic: string,
  order_ids: readonly number[],
  fulfillmentOrderId?: number,
): Promise<FulfillmentRequest> {
  const response = await sendFulfillAction(topic, order_ids, fulfillmentOrderId);
  return assertOk<{ fulfillment_request: FulfillmentRequest }>(response).fulfillment_request;
}

const readOrders = () => Promise.all(orderIds.map((id) => readOrder(installedApp.api, id)));

const createResponse = (body: object): ReceiverResponse => ({ status: 200, body: JSON.stringify(body) });

/** Return one Fulfill action of each topic, with the body that the platform must send to the app. */
const listActions = () =>
  [
    { topic: "fulfillment/single", ids: orderIds.slice(0, 1), body: `{"id":${orderIds[0]}}` },
    { topic: "fulfillment/bulk", ids: orderIds, body: `{"ids":[${orderIds.join(",")}]}` },
  ] as const;

test("FUL-1: the Fulfill action sends a signed request with order ids and all headers", async () => {
  const { receiver, client_secret } = installedApp.app;
  receiver.respondWith(createResponse({ type: "message", message: "Booked" }));
  for (const { topic, ids, body } of listActions()) {
    await fulfill(topic, ids);
    const request = receiver.requests.at(-1) ?? assert.fail("the app received no request");
    assert.deepEqual([request.method, request.path, request.body.toString()], ["POST", `/${topic}`, body]);
    const { headers } = request;
    assert.equal(headers["service-topic"], topic);
    assert.equal(headers["service-shop-domain"], installedApp.merchant.store.domain);
    assert.ok(isSignedBody(request.body, headers["service-hmac-sha256"], client_secret));
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["user-agent"], "Souk-Fulfillment/1");
  }
});

test("FUL-1: the Fulfill action accepts a fulfillment order's id only with its order's id, and never in a bulk action", async () => {
  const { api, app } = installedApp;
  const { location } = assertOk<{ location: { id: number } }>(
    await api.post("/3.0/locations.json", { location: { name: "Penang" } }),
  );
  const variantId = await createVariant(api, 1);
  await setStock(api, variantId, { location_id: location.id, quantity: 1 });
  const order = await placeOrder(api, { line_items: [{ variant_id: variantId, quantity: 2 }] });
  const fulfillmentOrderId = order.fulfillment_orders.find(
    ({ location_id }) => location_id === location.id,
  )?.id;
  assert.ok(fulfillmentOrderId && order.fulfillment_orders.length === 2);
  app.receiver.respondWith(createResponse({ type: "message", message: "Booked" }));
  const request = await fulfill("fulfillment/single", [order.id], fulfillmentOrderId);
  assert.deepEqual([request.status, request.fulfillment_order_id], ["messaged", fulfillmentOrderId]);
  const expectedBody = `{"id":${order.id},"fulfillment_order_id":${fulfillmentOrderId}}`;
  assert.equal(app.receiver.requests.at(-1)?.body.toString(), expectedBody);
  const requestCount = app.receiver.requests.length;
  assertInvalidFields(
    await sendFulfillAction("fulfillment/single", orderIds.slice(0, 1), fulfillmentOrderId),
    "fulfillment_order_id",
  );
  assertInvalidFields(
    await sendFulfillAction("fulfillment/bulk", [order.id], fulfillmentOrderId),
    "fulfillment_order_id",
  );
  assert.equal(app.receiver.requests.length, requestCount);
});

test("FUL-2: the admin gets the link of an app's response and can frame only the link's origin", async () => {
  const { merchant } = installedApp;
  const url = "https://parcels.souk-app.dev/new?order=1#form";
  installedApp.app.receiver.respondWith(createResponse({ type: "link", url }));
  for (const { topic, ids } of listActions()) {
    const request = await fulfill(topic, ids);
    assert.deepEqual([request.status, request.answer], ["linked", { type: "link", url }]);
    const page = await merchant.browser.open(`${merchant.store.host_url}/fulfillment-requests/${request.id}`);
    const policy = String(page.headers["content-security-policy"]);
    assert.ok(policy.includes("frame-src https://parcels.souk-app.dev;"), policy);
  }
});

test("FUL-3: the admin gets the message and the style of an app's response", async () => {
  for (const { topic, ids } of listActions()) {
    for (const style of ["error", "success"]) {
      const response = { type: "message", message: "No van <today>", style };
      installedApp.app.receiver.respondWith(createResponse(response));
      const request = await fulfill(topic, ids);
      assert.deepEqual([request.status, request.answer, request.error], ["messaged", response, null]);
    }
  }
});

test("FUL-4: a failing or malformed app response fails the request and changes no order", async () => {
  const ordersBefore = await readOrders();
  const validBody = JSON.stringify({ type: "message", message: "Booked" });
  const invalidResponses: ReceiverResponse[] = [
    { status: 201, body: validBody },
    { status: 500, body: validBody },
    { status: 302, headers: { location: "/elsewhere" } },
    { status: 200, body: "<h1>Booked</h1>" },
    { status: 200, body: "" },
    createResponse({ type: "link", url: "javascript:alert(1)" }),
    createResponse({ type: "link", url: "data:text/html,1" }),
    createResponse({ type: "message", message: 5 }),
    "reset",
  ];
  for (const response of invalidResponses) {
    installedApp.app.receiver.respondWith(response);
    for (const { topic, ids } of listActions()) {
      const request = await fulfill(topic, ids);
      assert.deepEqual([request.status, request.answer], ["failed", null], JSON.stringify(response));
      assert.ok((request.error ?? "").length > 10);
    }
  }
  assert.deepEqual(await readOrders(), ordersBefore);
});

test("FUL-4: a request to an app that does not respond fails after 10 seconds; no order changes", async () => {
  const ordersBefore = await readOrders();
  installedApp.app.receiver.respondWith("hang");
  const timedRequests = listActions().map(async ({ topic, ids }) => {
    const startedAt = performance.now();
    const request = await fulfill(topic, ids);
    const elapsedMs = performance.now() - startedAt;
    assert.deepEqual([request.status, request.answer], ["failed", null]);
    assert.match(request.error ?? "", /10 seconds/);
    assert.ok(elapsedMs > 9_500 && elapsedMs < 15_000, `${topic}: ${elapsedMs} ms`);
  });
  await Promise.all(timedRequests);
  assert.deepEqual(await readOrders(), ordersBefore);
});

test("API-3: orders of another store cannot be sent to an app", async () => {
  const otherApp = await installFulfillmentApp();
  const otherOrderId = await placeSampleOrder(otherApp);
  const requestCount = installedApp.app.receiver.requests.length;
  assertInvalidFields(await sendFulfillAction("fulfillment/single", [otherOrderId]), "order_ids.0");
  assert.equal(installedApp.app.receiver.requests.length, requestCount);
});

// Also covers a part of API-5: 4.0 serves fulfillment requests.
test("API-2: reading fulfillment requests in API 4.0 requires read_fulfillments", async () => {
  installedApp.app.receiver.respondWith(
    createResponse({ type: "message", message: "Booked", style: "info" }),
  );
  const request = await fulfill("fulfillment/bulk", orderIds);
  const getResponse = await installedApp.api.get(`/4.0/fulfillment_requests/${request.id}.json`);
  assert.deepEqual(assertOk(getResponse), { fulfillment_request: request });
  const listResponse = await installedApp.api.get("/4.0/fulfillment_requests.json?sort=id.desc&limit=1");
  assert.deepEqual(
    assertOk<{ fulfillment_requests: FulfillmentRequest[] }>(listResponse).fulfillment_requests,
    [request],
  );
  const { app, merchant } = installedApp;
  const appWithoutScope = await installApp(fixture, merchant, {
    app: await registerApp(fixture, await createPartner(fixture)),
    scopes: ["read_orders"],
  });
  assert.notEqual(appWithoutScope.app.id, app.id);
  const rejectedResponse = await appWithoutScope.api.get("/4.0/fulfillment_requests.json");
  assert.equal(assertRejected(rejectedResponse, 403, "scope_missing").required_scope, "read_fulfillments");
});
