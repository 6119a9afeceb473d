import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceiverAnswer } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { setFulfillmentUrl } from "../fulfillment-urls.ts";
import { type Installed, install } from "../installing.ts";
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
let installed: Installed;
let orders: number[];

before(async () => {
  fixture = await createConformanceFixture();
  installed = await installedApp();
  orders = [await newOrder(installed), await newOrder(installed)];
});
after(() => fixture.close());

/** Install an app in a new store, with fulfillment URLs of its own server. */
async function installedApp(): Promise<Installed> {
  const app = await registerApp(fixture, await createPartner(fixture));
  const staff = await signInStaff(fixture);
  for (const topic of ["fulfillment/single", "fulfillment/bulk"] as const)
    assertDone(await setFulfillmentUrl(staff, app, { topic, url: `${app.receiver.url}/${topic}` }));
  const stocking = ["read_products", "write_products", "write_locations"];
  const scopes = ["read_orders", "write_orders", "read_fulfillments", ...stocking];
  return install(fixture, await createMerchant(fixture), { app, scopes });
}

async function newOrder({ api }: Installed): Promise<number> {
  const line_items = [{ name: "Engraving", price: "12.00", quantity: 1 }];
  return (await placeOrder(api, { line_items })).id;
}

/** Press Fulfill. @param part the part of the order that is meant, where one is */
const press = (topic: string, order_ids: readonly number[], part?: number) =>
  installed.merchant.callStore("POST", "/fulfillment_requests.json", {
    fulfillment_request: { app_handle: installed.app.handle, topic, order_ids, fulfillment_order_id: part },
  });

async function fulfill(
  topic: string,
  order_ids: readonly number[],
  part?: number,
): Promise<FulfillmentRequest> {
  const answer = await press(topic, order_ids, part);
  return assertDone<{ fulfillment_request: FulfillmentRequest }>(answer).fulfillment_request;
}

const ordersNow = () => Promise.all(orders.map((id) => readOrder(installed.api, id)));

const createAnswer = (body: object): ReceiverAnswer => ({ status: 200, body: JSON.stringify(body) });

const actions = () =>
  [
    { topic: "fulfillment/single", ids: orders.slice(0, 1), body: `{"id":${orders[0]}}` },
    { topic: "fulfillment/bulk", ids: orders, body: `{"ids":[${orders.join(",")}]}` },
  ] as const;

test("FUL-1: the Fulfill action sends a signed request with order ids and documented headers", async () => {
  const { receiver, client_secret } = installed.app;
  receiver.answer(createAnswer({ type: "message", message: "Booked" }));
  for (const { topic, ids, body } of actions()) {
    await fulfill(topic, ids);
    const request = receiver.requests.at(-1) ?? assert.fail("nothing came");
    assert.deepEqual([request.method, request.path, request.body.toString()], ["POST", `/${topic}`, body]);
    const { headers } = request;
    assert.equal(headers["service-topic"], topic);
    assert.equal(headers["service-shop-domain"], installed.merchant.store.domain);
    assert.ok(isSignedBody(request.body, headers["service-hmac-sha256"], client_secret));
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["user-agent"], "Souk-Fulfillment/1");
  }
});

test("FUL-1: one part of a two-location order is requested by its id, only with its own order", async () => {
  const { api, app } = installed;
  const { location } = assertDone<{ location: { id: number } }>(
    await api.post("/3.0/locations.json", { location: { name: "Penang" } }),
  );
  const variant = await createVariant(api, 1);
  await setStock(api, variant, { location_id: location.id, quantity: 1 });
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 2 }] });
  const part = order.fulfillment_orders.find(({ location_id }) => location_id === location.id)?.id;
  assert.ok(part && order.fulfillment_orders.length === 2);
  app.receiver.answer(createAnswer({ type: "message", message: "Booked" }));
  const request = await fulfill("fulfillment/single", [order.id], part);
  assert.deepEqual([request.status, request.fulfillment_order_id], ["messaged", part]);
  const expectedBody = `{"id":${order.id},"fulfillment_order_id":${part}}`;
  assert.equal(app.receiver.requests.at(-1)?.body.toString(), expectedBody);
  const count = app.receiver.requests.length;
  assertNamesFields(await press("fulfillment/single", orders.slice(0, 1), part), "fulfillment_order_id");
  assertNamesFields(await press("fulfillment/bulk", [order.id], part), "fulfillment_order_id");
  assert.equal(app.receiver.requests.length, count);
});

test("FUL-2: a link response reaches the admin unchanged; its page may frame only that origin", async () => {
  const { merchant } = installed;
  const url = "https://parcels.souk-app.dev/new?order=1#form";
  installed.app.receiver.answer(createAnswer({ type: "link", url }));
  for (const { topic, ids } of actions()) {
    const request = await fulfill(topic, ids);
    assert.deepEqual([request.status, request.answer], ["linked", { type: "link", url }]);
    const page = await merchant.browser.open(`${merchant.store.host_url}/fulfillment-requests/${request.id}`);
    const policy = String(page.headers["content-security-policy"]);
    assert.ok(policy.includes("frame-src https://parcels.souk-app.dev;"), policy);
  }
});

test("FUL-3: a message that is answered is handed to the admin with its style", async () => {
  for (const { topic, ids } of actions()) {
    for (const style of ["error", "success"]) {
      const answer = { type: "message", message: "No van <today>", style };
      installed.app.receiver.answer(createAnswer(answer));
      const request = await fulfill(topic, ids);
      assert.deepEqual([request.status, request.answer, request.error], ["messaged", answer, null]);
    }
  }
});

test("FUL-4: a failing or malformed response is a clear error, and the order stays unchanged", async () => {
  const was = await ordersNow();
  const good = JSON.stringify({ type: "message", message: "Booked" });
  const wrong: ReceiverAnswer[] = [
    { status: 201, body: good },
    { status: 500, body: good },
    { status: 302, headers: { location: "/elsewhere" } },
    { status: 200, body: "<h1>Booked</h1>" },
    { status: 200, body: "" },
    createAnswer({ type: "link", url: "javascript:alert(1)" }),
    createAnswer({ type: "link", url: "data:text/html,1" }),
    createAnswer({ type: "message", message: 5 }),
    "reset",
  ];
  for (const answer of wrong) {
    installed.app.receiver.answer(answer);
    for (const { topic, ids } of actions()) {
      const request = await fulfill(topic, ids);
      assert.deepEqual([request.status, request.answer], ["failed", null], JSON.stringify(answer));
      assert.ok((request.error ?? "").length > 10);
    }
  }
  assert.deepEqual(await ordersNow(), was);
});

test("FUL-4: an unresponsive app times out after some 10 seconds; the order stays unchanged", async () => {
  const was = await ordersNow();
  installed.app.receiver.answer("hang");
  const waited = actions().map(async ({ topic, ids }) => {
    const startedAt = performance.now();
    const request = await fulfill(topic, ids);
    const ms = performance.now() - startedAt;
    assert.deepEqual([request.status, request.answer], ["failed", null]);
    assert.match(request.error ?? "", /10 seconds/);
    assert.ok(ms > 9_500 && ms < 15_000, `${topic}: ${ms} ms`);
  });
  await Promise.all(waited);
  assert.deepEqual(await ordersNow(), was);
});

test("API-3: orders of another store cannot be handed to an app", async () => {
  const other = await installedApp();
  const theirs = await newOrder(other);
  const before = installed.app.receiver.requests.length;
  assertNamesFields(await press("fulfillment/single", [theirs]), "order_ids.0");
  assert.equal(installed.app.receiver.requests.length, before);
});

// Part of API-5: 4.0 serves fulfillment requests.
test("API-2: an app reads in 4.0 what it was asked, with the scope of fulfillments", async () => {
  installed.app.receiver.answer(createAnswer({ type: "message", message: "Booked", style: "info" }));
  const request = await fulfill("fulfillment/bulk", orders);
  const one = await installed.api.get(`/4.0/fulfillment_requests/${request.id}.json`);
  assert.deepEqual(assertDone(one), { fulfillment_request: request });
  const list = await installed.api.get("/4.0/fulfillment_requests.json?sort=id.desc&limit=1");
  assert.deepEqual(assertDone<{ fulfillment_requests: FulfillmentRequest[] }>(list).fulfillment_requests, [
    request,
  ]);
  const { app, merchant } = installed;
  const narrow = await install(fixture, merchant, {
    app: await registerApp(fixture, await createPartner(fixture)),
    scopes: ["read_orders"],
  });
  assert.notEqual(narrow.app.id, app.id);
  const rejected = await narrow.api.get("/4.0/fulfillment_requests.json");
  assert.equal(assertRejected(rejected, 403, "scope_missing").required_scope, "read_fulfillments");
});
