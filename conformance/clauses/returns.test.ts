import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Installed } from "../installing.ts";
import { newVariant, type Order, orderShop, placeOrder, readOrder } from "../orders.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import type { ShopApi } from "../shop-api.ts";
import { levelsOf, locationsOf } from "../stock.ts";
import { isTopic, payloadOf, receivedOf, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

interface OrderReturn {
  id: number;
  order_id: number;
  status: string;
  note: string;
  refund_id: number | null;
  return_line_items: {
    line_item_id: number;
    quantity: number;
    reason: string;
    restock: boolean;
    location_id: number;
  }[];
}

/** An order whose units were all sent. */
interface Sent {
  order: Order;
  variant: number;
  line: number;
}

const topics = ["created", "accepted", "updated", "completed", "cancelled"] as const;
const stockTopic = "inventory_level/inventory_quantity_update";

let world: World;
let shop: Installed;
let api: ShopApi;

before(async () => {
  world = await openWorld();
  shop = await orderShop(world, ["read_tags"]);
  ({ api } = shop);
  for (const topic of topics) await subscribe(shop, `order_returns/${topic}`);
  await subscribe(shop, stockTopic);
});
after(() => world.close());

async function sentOrder(quantity: number): Promise<Sent> {
  const variant = await newVariant(api, quantity);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity }] });
  assertDone(await api.post(`/3.0/orders/${order.id}/fulfillments.json`, { fulfillment: {} }));
  return { order, variant, line: order.line_items[0]?.id ?? assert.fail() };
}

const ask = (order: number, order_return: object) =>
  api.post(`/4.0/orders/${order}/returns.json`, { order_return });
const step = (id: number, name: string) => api.post(`/4.0/returns/${id}/${name}.json`, {});
const returnIn = (answer: Awaited<ReturnType<typeof ask>>) =>
  assertDone<{ order_return: OrderReturn }>(answer).order_return;

async function asked({ order, line }: Sent, quantity: number): Promise<OrderReturn> {
  return returnIn(await ask(order.id, { return_line_items: [{ line_item_id: line, quantity }] }));
}

async function available(variant: number): Promise<number | undefined> {
  const [level] = await levelsOf(api, variant);
  assert.equal(level?.committed_inventory_quantity, 0);
  return level?.inventory_quantity;
}

test("API-5: 4.0 serves inventory levels, fulfillment requests, returns, tags and customers; 3.0 the rest", async () => {
  const { primary } = await locationsOf(api);
  const newer = [`inventory_levels.json?location_ids=${primary.id}`, "fulfillment_requests.json"];
  for (const path of [...newer, "returns.json", "tags.json", "customers.json"])
    assertDone(await api.get(`/4.0/${path}`));
  for (const path of [...newer, "returns.json", "tags.json"])
    assertRefused(await api.get(`/3.0/${path}`), 404, "not_found");
  for (const path of [
    "products.json",
    "orders.json",
    "fulfillments.json",
    "locations.json",
    "webhooks.json",
  ]) {
    assertDone(await api.get(`/3.0/${path}`));
    assertRefused(await api.get(`/4.0/${path}`), 404, "not_found");
  }
});

test("ORD-7: units that were sent come back by a return, and those with restock into stock when it is completed", async () => {
  const { order, variant, line } = await sentOrder(3);
  const { primary } = await locationsOf(api);
  const back = { line_item_id: line, quantity: 2, reason: "Too small." };
  const made = returnIn(await ask(order.id, { note: "By post.", return_line_items: [back] }));
  assert.deepEqual(
    [made.order_id, made.status, made.note, made.refund_id],
    [order.id, "requested", "By post.", null],
  );
  const [item] = made.return_line_items;
  assert.deepEqual(
    [item?.line_item_id, item?.quantity, item?.reason, item?.restock, item?.location_id],
    [line, 2, "Too small.", true, primary.id],
  );
  assert.equal(returnIn(await step(made.id, "accept")).status, "accepted");
  assert.equal(await available(variant), 0);
  assert.equal(returnIn(await step(made.id, "complete")).status, "completed");
  assert.equal(await available(variant), 2);
  const moved = await shop.app.receiver.received(
    (each) =>
      isTopic(stockTopic)(each) &&
      isDeepStrictEqual(
        [payloadOf<{ variant_id: number }>(each).variant_id, each.headers["service-webhook-context"]],
        [variant, "order_returns/completed"],
      ),
    10_000,
  );
  assert.equal(payloadOf<{ inventory_quantity: number }>(moved).inventory_quantity, 2);
  assert.equal((await readOrder(api, order.id)).line_items[0]?.returned_quantity, 2);
  const rest = { line_item_id: line, quantity: 1, restock: false };
  const kept = returnIn(await ask(order.id, { return_line_items: [rest] }));
  for (const name of ["accept", "complete"]) assertDone(await step(kept.id, name));
  assert.equal(await available(variant), 2);
  const now = (await readOrder(api, order.id)) as Order & { returns: OrderReturn[] };
  assert.deepEqual([now.fulfillment_status, now.line_items[0]?.returned_quantity], ["returned", 3]);
  assert.deepEqual(
    now.returns.map(({ id, status }) => [id, status]),
    [
      [made.id, "completed"],
      [kept.id, "completed"],
    ],
  );
});

test("ORD-7: a return names the refund that was made for it", async () => {
  const sent = await sentOrder(1);
  const { id } = sent.order;
  const sale = { transaction: { kind: "sale", amount: "10.00" } };
  assertDone(await api.post(`/3.0/orders/${id}/transactions.json`, sale));
  const { refund } = assertDone<{ refund: { id: number } }>(
    await api.post(`/3.0/orders/${id}/refund.json`, { refund: {} }),
  );
  const made = await asked(sent, 1);
  const update = (refund_id: number) =>
    api.put(`/4.0/returns/${made.id}.json`, { order_return: { refund_id } });
  assertNamesFields(await update(987_654_321), "refund_id");
  assert.equal(returnIn(await update(refund.id)).refund_id, refund.id);
});

test("ORD-7: units that were not sent, came back already or are in another return are refused by name", async () => {
  const sent = await sentOrder(2);
  const other = await newVariant(api, 2);
  const two = await placeOrder(api, {
    line_items: [
      { name: "Engraving", price: "1", quantity: 2 },
      { variant_id: other, quantity: 2 },
    ],
  });
  assertDone(await api.post(`/3.0/orders/${two.id}/fulfillments.json`, { fulfillment: {} }));
  const [first, second] = two.line_items;
  const lines = (...quantities: number[]) => ({
    return_line_items: quantities.map((quantity, at) => ({
      line_item_id: [first, second][at]?.id,
      quantity,
    })),
  });
  assertNamesFields(await ask(two.id, lines(2, 3)), "return_line_items.1.quantity");
  assertNamesFields(await ask(two.id, lines(0)), "return_line_items.0.quantity");
  const foreign = { return_line_items: [{ line_item_id: sent.line, quantity: 1 }] };
  assertNamesFields(await ask(two.id, foreign), "return_line_items.0.line_item_id");
  assert.deepEqual(assertDone(await api.get(`/4.0/returns/count.json?order_id=${two.id}`)), { count: 0 });
  const unsent = await placeOrder(api, { line_items: [{ name: "Engraving", price: "1", quantity: 1 }] });
  const early = { return_line_items: [{ line_item_id: unsent.line_items[0]?.id, quantity: 1 }] };
  assertNamesFields(await ask(unsent.id, early), "return_line_items.0.quantity");
  const made = await asked(sent, 1);
  const again = { return_line_items: [{ line_item_id: sent.line, quantity: 2 }] };
  assertNamesFields(await ask(sent.order.id, again), "return_line_items.0.quantity");
  for (const name of ["accept", "complete"]) assertDone(await step(made.id, name));
  assertNamesFields(await ask(sent.order.id, again), "return_line_items.0.quantity");
  assertRefused(await ask(987_654_321, again), 404, "not_found");
});

test("ORD-7: a return takes only the ways that are drawn, and what is refused changes nothing", async () => {
  const sent = await sentOrder(3);
  const refusesAll = async ({ id }: OrderReturn, ...names: string[]) => {
    const before = assertDone(await api.get(`/4.0/returns/${id}.json`));
    for (const name of names) assertRefused(await step(id, name), 409, "conflict");
    assert.deepEqual(assertDone(await api.get(`/4.0/returns/${id}.json`)), before);
  };
  const done = await asked(sent, 1);
  await refusesAll(done, "complete");
  for (const name of ["accept", "complete"]) assertDone(await step(done.id, name));
  await refusesAll(done, "accept", "cancel");
  const dropped = await asked(sent, 1);
  assertDone(await step(dropped.id, "cancel"));
  await refusesAll(dropped, "accept", "complete");
  const accepted = await asked(sent, 2);
  assertDone(await step(accepted.id, "accept"));
  const fewer = { return_line_items: [{ line_item_id: sent.line, quantity: 1 }] };
  const late = await api.put(`/4.0/returns/${accepted.id}.json`, { order_return: fewer });
  assertRefused(late, 409, "conflict");
  assertDone(await step(accepted.id, "cancel"));
  assert.equal(await available(sent.variant), 1);
  assertRefused(await step(987_654_321, "accept"), 404, "not_found");
});

test("ORD-7: a return that is completed eight times at once puts its units into stock once", async () => {
  const sent = await sentOrder(4);
  const { id } = await asked(sent, 4);
  assertDone(await step(id, "accept"));
  const answers = await Promise.all(Array.from({ length: 8 }, () => step(id, "complete")));
  for (const answer of answers) assert.equal(returnIn(answer).status, "completed");
  assert.equal(await available(sent.variant), 4);
});

// Part of WHK-9 and WHK-14, for the five topics of returns.
test("WHK-10: every step of a return is told once in order_return, as it is fetched by its id", async () => {
  const sent = await sentOrder(2);
  const told = async (topic: (typeof topics)[number], order_return: OrderReturn) => {
    const isIt = isTopic(`order_returns/${topic}`);
    const request = await shop.app.receiver.received(
      (each) =>
        isIt(each) && payloadOf<{ order_return: OrderReturn }>(each).order_return.id === order_return.id,
      10_000,
    );
    assert.equal(request.headers["service-webhook-context"], undefined);
    assert.deepEqual(payloadOf(request), { order_return });
    assert.deepEqual(assertDone(await api.get(`/4.0/returns/${order_return.id}.json`)), { order_return });
  };
  const made = await asked(sent, 1);
  await told("created", made);
  const note = { order_return: { note: "By post." } };
  await told("updated", returnIn(await api.put(`/4.0/returns/${made.id}.json`, note)));
  // What is so already is not told again.
  assertDone(await api.put(`/4.0/returns/${made.id}.json`, note));
  await told("accepted", returnIn(await step(made.id, "accept")));
  assertDone(await step(made.id, "accept"));
  await told("completed", returnIn(await step(made.id, "complete")));
  const other = await asked(sent, 1);
  await told("created", other);
  await told("cancelled", returnIn(await step(other.id, "cancel")));
  for (const topic of ["updated", "accepted", "completed"]) {
    const ids = receivedOf(shop, `order_returns/${topic}`).map(
      (each) => payloadOf<{ order_return: OrderReturn }>(each).order_return.id,
    );
    assert.equal(ids.filter((id) => id === made.id).length, 1, topic);
  }
  const listed = assertDone<{ order_returns: OrderReturn[] }>(
    await api.get(`/4.0/returns.json?order_id=${sent.order.id}`),
  );
  assert.deepEqual(
    listed.order_returns.map(({ id, status }) => [id, status]),
    [
      [made.id, "completed"],
      [other.id, "cancelled"],
    ],
  );
});
