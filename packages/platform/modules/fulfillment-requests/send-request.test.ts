import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, operations } from "@souk/contract";
import { signBody, verifyBody } from "@souk/signing";
import { type Answer, eventually, installApp, seedOrders, seedShop } from "@souk/testkit";
import { Check } from "typebox/value";
import { type FulfillmentWorld, fulfillmentWorld } from "./testing/fulfillment-world.ts";
import { seedFulfillmentOrder } from "./testing/seed-fulfillment-order.ts";

let world: FulfillmentWorld;

before(async () => {
  world = await fulfillmentWorld();
});
after(() => world.stop());

const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

function fieldsOf(answer: Answer): string[] {
  assert.equal(answer.status, 422, answer.text);
  const { error } = answer.json<{ error: { fields: { path: string }[] } }>();
  return error.fields.map(({ path }) => path);
}

async function written(): Promise<number> {
  const text = "select count(*) as n from fulfillment_requests where store_id = $1";
  return (await world.testing.database.query<{ n: number }>(text, [world.shop.id])).rows[0]?.n ?? 0;
}

test("FUL-1 one order is sent signed, with the headers of the interface and nothing but its id", async () => {
  const { receiver, app, shop, orders } = world;
  receiver.answer(json({ type: "link", url: "https://parcels.dev/label?for=1&t=a%20b" }));
  const answer = await world.send();
  const request = receiver.requests.at(-1) ?? assert.fail("nothing came");
  assert.deepEqual([request.method, request.path], ["POST", "/single"]);
  assert.equal(request.body.toString(), `{"id":${orders[0]}}`);
  assert.ok(Check(callbacks["fulfillment/single"].question, JSON.parse(request.body.toString())));
  const { headers } = request;
  assert.equal(headers["service-topic"], "fulfillment/single");
  assert.equal(headers["service-shop-domain"], new URL(shop.origin).hostname);
  assert.equal(headers["service-hmac-sha256"], signBody(request.body, app.client_secret));
  assert.ok(verifyBody(request.body, headers["service-hmac-sha256"], app.client_secret).ok);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["user-agent"], "Souk-Fulfillment/1");
  assert.ok(Check(operations.sendFulfillmentRequest.answer, answer.json()), answer.text);
  const made = await world.sent();
  assert.deepEqual(
    [made.status, made.answer, made.error, made.app_handle],
    ["linked", { type: "link", url: "https://parcels.dev/label?for=1&t=a%20b" }, null, app.handle],
  );
});

test("FUL-1 a part of an order is named, and several orders go together to the other URL", async () => {
  const { receiver, app, orders, shop, testing } = world;
  receiver.answer(json(callbacks["fulfillment/bulk"].example.answer));
  const [order_id = 0] = orders;
  const place = { store_id: shop.id, order_id, location_id: shop.locations[0]?.id ?? 0 };
  const part = await seedFulfillmentOrder(testing.database, place);
  await world.sent({ fulfillment_order_id: part });
  assert.equal(
    receiver.requests.at(-1)?.body.toString(),
    `{"id":${order_id},"fulfillment_order_id":${part}}`,
  );
  const { client_id } = app;
  const made = await world.sent({ client_id, topic: "fulfillment/bulk", order_ids: orders });
  const request = receiver.requests.at(-1);
  assert.deepEqual([request?.path, request?.body.toString()], ["/bulk", `{"ids":[${orders.join(",")}]}`]);
  assert.deepEqual([made.order_ids, made.status], [orders, "messaged"]);
  assert.deepEqual(made.answer, callbacks["fulfillment/bulk"].example.answer);
});

test("orders of another shop, and such as there are none, are named; nothing is sent and nothing written", async () => {
  const { receiver, testing, orders } = world;
  const stranger = await seedShop(testing);
  const [theirs = 0] = await seedOrders(testing.database, stranger.id, 1);
  const before = [receiver.requests.length, await written()];
  assert.deepEqual(fieldsOf(await world.send({ order_ids: [theirs] })), ["order_ids.0"]);
  const bulk = { topic: "fulfillment/bulk", order_ids: [orders[0], 999_999, theirs] };
  assert.deepEqual(fieldsOf(await world.send(bulk)), ["order_ids.1", "order_ids.2"]);
  assert.deepEqual(fieldsOf(await world.send({ fulfillment_order_id: 999_999 })), ["fulfillment_order_id"]);
  assert.deepEqual([receiver.requests.length, await written()], before);
});

test("a request that makes no sense is refused by name", async () => {
  const [one, two] = world.orders;
  const { client_id, handle } = world.app;
  assert.deepEqual(fieldsOf(await world.send({ order_ids: [] })), ["order_ids"]);
  assert.deepEqual(fieldsOf(await world.send({ order_ids: [one, two] })), ["order_ids"]);
  assert.deepEqual(fieldsOf(await world.send({ topic: "fulfillment/bulk", order_ids: [one, one] })), [
    "order_ids",
  ]);
  assert.deepEqual(fieldsOf(await world.send({ topic: "fulfillment/some" })), ["topic"]);
  const part = { topic: "fulfillment/bulk", fulfillment_order_id: 1 };
  assert.deepEqual(fieldsOf(await world.send(part)), ["fulfillment_order_id"]);
  assert.deepEqual(fieldsOf(await world.send({ client_id, app_handle: handle })), ["app_handle"]);
  assert.deepEqual(fieldsOf(await world.send({ app_handle: "nobody" })), ["app_handle"]);
  assert.deepEqual(fieldsOf(await world.send({ client_id: "no\u0000body" })), ["client_id"]);
});

test("an app is offered with the topics it answers, and not while it is disabled, suspended or without a URL", async () => {
  const { receiver, testing, shop } = world;
  const { app } = await world.another();
  const offered = async (): Promise<string[][]> => {
    const answer = await world.console("GET", "/fulfillment_apps.json");
    assert.ok(Check(operations.listFulfillmentApps.answer, answer.json()), answer.text);
    return answer
      .json<{ fulfillment_apps: { handle: string; topics: string[] }[] }>()
      .fulfillment_apps.filter(({ handle }) => handle === app.handle)
      .map(({ topics }) => topics);
  };
  assert.deepEqual(await offered(), []);
  assert.deepEqual(fieldsOf(await world.send({ app_handle: app.handle })), ["topic"]);
  await world.setUrl(app, "fulfillment/bulk", `${receiver.url}/bulk`);
  assert.deepEqual(await offered(), [["fulfillment/bulk"]]);
  await world.setUrl(app, "fulfillment/single", `${receiver.url}/single`);
  assert.deepEqual(await offered(), [["fulfillment/single", "fulfillment/bulk"]]);
  const before = [receiver.requests.length, await written()];
  const set = (status: string) =>
    testing.database.query(
      `update installations set status = $3, disabled_at = case when $3 = 'disabled' then now() end
       where app_id = $1 and store_id = $2`,
      [app.id, shop.id, status],
    );
  await set("disabled");
  assert.deepEqual(await offered(), []);
  assert.equal((await world.send({ app_handle: app.handle })).status, 409);
  await set("enabled");
  const suspend = "update apps set suspended_at = now(), suspended_reason = 'x' where id = $1";
  await testing.database.query(suspend, [app.id]);
  assert.deepEqual(await offered(), []);
  assert.equal((await world.send({ app_handle: app.handle })).status, 409);
  assert.deepEqual([receiver.requests.length, await written()], before);
});

test("a key sent again answers the first answer and asks the app once", async () => {
  const { receiver, shop, orders, app } = world;
  receiver.answer(json({ type: "message", message: "Booked" }));
  const body = { app_handle: app.handle, topic: "fulfillment/single", order_ids: orders.slice(0, 1) };
  const url = `${shop.host_url}/api/console/fulfillment_requests.json`;
  const session = await shop.owner.browser.call(
    "GET",
    `${new URL(shop.host_url).origin}/api/console/session.json`,
  );
  const { csrf_token } = session.json<{ session: { csrf_token: string } }>().session;
  const { host, origin } = new URL(shop.host_url);
  const headers = {
    cookie: shop.owner.browser.cookies(host) ?? "",
    origin,
    "sec-fetch-site": "same-origin",
    "x-csrf-token": csrf_token,
    "idempotency-key": "press-1",
  };
  const before = receiver.requests.length;
  const press = () => world.testing.request(url, { method: "POST", headers, json: body });
  const [first, second] = [await press(), await press()];
  assert.equal(first.status, 200, first.text);
  assert.equal(second.text, first.text);
  assert.equal(receiver.requests.length, before + 1);
});

test("a shop whose questions to an app hang leaves the app's other shops their own", async () => {
  const { receiver, testing, app } = world;
  const release = Promise.withResolvers<void>();
  const good = json({ type: "message", message: "Booked" });
  const name = new URL(world.shop.origin).hostname;
  receiver.answer(({ headers }) =>
    headers["service-shop-domain"] === name ? { ...good, delay: release.promise } : good,
  );
  const before = receiver.requests.length;
  const hanging = Array.from({ length: 8 }, () => world.sent());
  await eventually(() => receiver.requests.length === before + 8);
  const other = await seedShop(testing);
  await installApp(testing, { shop: other, app });
  const [order = 0] = await seedOrders(testing.database, other.id, 1);
  const url = `${other.host_url}/api/console/fulfillment_requests.json`;
  const request = { app_handle: app.handle, topic: "fulfillment/single", order_ids: [order] };
  const answer = await other.owner.browser.call("POST", url, { fulfillment_request: request });
  assert.match(answer.text, /"status":"messaged"/);
  release.resolve();
  assert.deepEqual(new Set((await Promise.all(hanging)).map(({ status }) => status)), new Set(["messaged"]));
});
