import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { loadLevels, loadLocations } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { isTopic, listReceived, parsePayload, subscribe } from "../webhooks.ts";

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

let fixture: ConformanceFixture;
let store: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  store = await installOrderApp(fixture, ["read_tags"]);
  ({ api } = store);
  for (const topic of topics) await subscribe(store, `order_returns/${topic}`);
  await subscribe(store, stockTopic);
});
after(() => fixture.close());

async function sentOrder(quantity: number): Promise<Sent> {
  const variant = await createVariant(api, quantity);
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
  const [level] = await loadLevels(api, variant);
  assert.equal(level?.committed_inventory_quantity, 0);
  return level?.inventory_quantity;
}

test("API-5: 4.0 serves levels, requests, returns, tags and customers; 3.0 serves the rest", async () => {
  const { primary } = await loadLocations(api);
  const newer = [`inventory_levels.json?location_ids=${primary.id}`, "fulfillment_requests.json"];
  for (const path of [...newer, "returns.json", "tags.json", "customers.json"])
    assertDone(await api.get(`/4.0/${path}`));
  for (const path of [...newer, "returns.json", "tags.json"])
    assertRejected(await api.get(`/3.0/${path}`), 404, "not_found");
  for (const path of [
    "products.json",
    "orders.json",
    "fulfillments.json",
    "locations.json",
    "webhooks.json",
  ]) {
    assertDone(await api.get(`/3.0/${path}`));
    assertRejected(await api.get(`/4.0/${path}`), 404, "not_found");
  }
});

test("ORD-7: shipped units come back by a return; restocked ones enter stock on completion", async () => {
  const { order, variant, line } = await sentOrder(3);
  const { primary } = await loadLocations(api);
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
  const moved = await store.app.receiver.received(
    (candidate) =>
      isTopic(stockTopic)(candidate) &&
      isDeepStrictEqual(
        [
          parsePayload<{ variant_id: number }>(candidate).variant_id,
          candidate.headers["service-webhook-context"],
        ],
        [variant, "order_returns/completed"],
      ),
    10_000,
  );
  assert.equal(parsePayload<{ inventory_quantity: number }>(moved).inventory_quantity, 2);
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

test("ORD-7: units unshipped, already returned or in another return are rejected by name", async () => {
  const sent = await sentOrder(2);
  const other = await createVariant(api, 2);
  const two = await placeOrder(api, {
    line_items: [
      { name: "Engraving", price: "1", quantity: 2 },
      { variant_id: other, quantity: 2 },
    ],
  });
  assertDone(await api.post(`/3.0/orders/${two.id}/fulfillments.json`, { fulfillment: {} }));
  const [first, second] = two.line_items;
  const lines = (...quantities: number[]) => ({
    return_line_items: quantities.map((quantity, index) => ({
      line_item_id: [first, second][index]?.id,
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
  assertRejected(await ask(987_654_321, again), 404, "not_found");
});

test("ORD-7: a return allows only the documented transitions; a rejected one changes nothing", async () => {
  const sent = await sentOrder(3);
  const assertRejectsAll = async ({ id }: OrderReturn, ...names: string[]) => {
    const before = assertDone(await api.get(`/4.0/returns/${id}.json`));
    for (const name of names) assertRejected(await step(id, name), 409, "conflict");
    assert.deepEqual(assertDone(await api.get(`/4.0/returns/${id}.json`)), before);
  };
  const done = await asked(sent, 1);
  await assertRejectsAll(done, "complete");
  for (const name of ["accept", "complete"]) assertDone(await step(done.id, name));
  await assertRejectsAll(done, "accept", "cancel");
  const dropped = await asked(sent, 1);
  assertDone(await step(dropped.id, "cancel"));
  await assertRejectsAll(dropped, "accept", "complete");
  const accepted = await asked(sent, 2);
  assertDone(await step(accepted.id, "accept"));
  const fewer = { return_line_items: [{ line_item_id: sent.line, quantity: 1 }] };
  const late = await api.put(`/4.0/returns/${accepted.id}.json`, { order_return: fewer });
  assertRejected(late, 409, "conflict");
  assertDone(await step(accepted.id, "cancel"));
  assert.equal(await available(sent.variant), 1);
  assertRejected(await step(987_654_321, "accept"), 404, "not_found");
});

test("ORD-7: a return that is completed eight times at once restocks its units once", async () => {
  const sent = await sentOrder(4);
  const { id } = await asked(sent, 4);
  assertDone(await step(id, "accept"));
  const answers = await Promise.all(Array.from({ length: 8 }, () => step(id, "complete")));
  for (const answer of answers) assert.equal(returnIn(answer).status, "completed");
  assert.equal(await available(sent.variant), 4);
});

// Part of WHK-9 and WHK-14, for the five topics of returns.
test("WHK-10: every step of a return is sent once in order_return, as fetched by its id", async () => {
  const sent = await sentOrder(2);
  const assertPublished = async (topic: (typeof topics)[number], order_return: OrderReturn) => {
    const isIt = isTopic(`order_returns/${topic}`);
    const request = await store.app.receiver.received(
      (candidate) =>
        isIt(candidate) &&
        parsePayload<{ order_return: OrderReturn }>(candidate).order_return.id === order_return.id,
      10_000,
    );
    assert.equal(request.headers["service-webhook-context"], undefined);
    assert.deepEqual(parsePayload(request), { order_return });
    assert.deepEqual(assertDone(await api.get(`/4.0/returns/${order_return.id}.json`)), { order_return });
  };
  const made = await asked(sent, 1);
  await assertPublished("created", made);
  const note = { order_return: { note: "By post." } };
  await assertPublished("updated", returnIn(await api.put(`/4.0/returns/${made.id}.json`, note)));
  // A step already taken is not sent again.
  assertDone(await api.put(`/4.0/returns/${made.id}.json`, note));
  await assertPublished("accepted", returnIn(await step(made.id, "accept")));
  assertDone(await step(made.id, "accept"));
  await assertPublished("completed", returnIn(await step(made.id, "complete")));
  const other = await asked(sent, 1);
  await assertPublished("created", other);
  await assertPublished("cancelled", returnIn(await step(other.id, "cancel")));
  for (const topic of ["updated", "accepted", "completed"]) {
    const ids = listReceived(store, `order_returns/${topic}`).map(
      (candidate) => parsePayload<{ order_return: OrderReturn }>(candidate).order_return.id,
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
