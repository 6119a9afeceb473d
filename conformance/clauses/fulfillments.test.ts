import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { loadLevels, loadLocations } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

interface Fulfillment {
  id: number;
  order_id: number;
  fulfillment_order_id: number | null;
  location_id: number;
  status: string;
  tracking_company: string;
  tracking_number: string;
  line_items: { id: number; quantity: number; name: string }[];
  updated_at: string;
}

const topics = ["fulfillment/create", "fulfillment/update", "fulfillment/cancel"] as const;

let fixture: ConformanceFixture;
let store: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  store = await installOrderApp(fixture);
  ({ api } = store);
  for (const topic of topics) await subscribe(store, topic);
});
after(() => fixture.close());

async function send(order: Order, fulfillment: object = {}): Promise<Fulfillment> {
  const answer = await api.post(`/3.0/orders/${order.id}/fulfillments.json`, { fulfillment });
  return assertDone<{ fulfillment: Fulfillment }>(answer).fulfillment;
}

function buildPath({ order_id, id }: Fulfillment): string {
  return `/3.0/orders/${order_id}/fulfillments/${id}`;
}

async function update(fulfillment: Fulfillment, change: object): Promise<Fulfillment> {
  const answer = await api.put(`${buildPath(fulfillment)}.json`, { fulfillment: change });
  return assertDone<{ fulfillment: Fulfillment }>(answer).fulfillment;
}

async function readStock(variant: number): Promise<{ onHand: number; committed: number }> {
  const [level] = await loadLevels(api, variant);
  assert.ok(level);
  const { inventory_quantity, committed_inventory_quantity: committed } = level;
  return { onHand: inventory_quantity + committed, committed };
}

test("ORD-6: a fulfillment accepts every create field and marks its lines fulfilled", async () => {
  const variant = await createVariant(api, 5);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 5 }] });
  const [line] = order.line_items;
  const [part] = order.fulfillment_orders;
  assert.ok(line && part);
  const fields = {
    tracking_company: "Pos Laju",
    tracking_number: "EN123456789MY",
    tracking_url: "https://tracking.pos-laju.com/EN123456789MY",
    status: "in_transit",
    service: "Next day",
    message: "Handed to the courier.",
    app_handle: store.app.handle,
  };
  const { primary } = await loadLocations(api);
  const made = await send(order, { ...fields, is_mail: 0, line_items: [{ id: line.id, quantity: 2 }] });
  for (const [name, value] of Object.entries(fields)) assert.equal(made[name as keyof Fulfillment], value);
  assert.deepEqual([made.order_id, made.location_id], [order.id, primary.id]);
  assert.deepEqual(
    made.line_items.map(({ id, quantity }) => [id, quantity]),
    [[line.id, 2]],
  );
  const partly = await readOrder(api, order.id);
  assert.deepEqual(
    [partly.fulfillment_status, partly.line_items[0]?.fulfilled_quantity],
    ["partially_fulfilled", 2],
  );
  const item = (part.line_items[0] ?? {}) as { fulfillment_order_item_id?: number };
  const named = await send(order, {
    fulfillment_order: {
      fulfillment_order_id: part.id,
      line_items: [
        {
          id: line.id,
          quantity: 1,
          name: "Sold",
          fulfillment_order_item_id: item.fulfillment_order_item_id,
        },
      ],
    },
  });
  assert.deepEqual([named.status, named.fulfillment_order_id], ["pending", part.id]);
  const rest = await send(order);
  assert.equal(rest.line_items[0]?.quantity, 2);
  assert.equal((await readOrder(api, order.id)).fulfillment_status, "fulfilled");
});

test("ORD-4, ORD-6 and ORD-8: an order, a fulfillment and its change are accepted without a wrapper", async () => {
  const line_items = [{ name: "Something", price: "1", quantity: 2 }];
  const { order } = assertDone<{ order: Order }>(await api.post("/3.0/orders.json", { line_items }));
  const [part] = order.fulfillment_orders;
  const sent = { id: order.line_items[0]?.id, quantity: 1, name: "Something" };
  const { fulfillment: made } = assertDone<{ fulfillment: Fulfillment }>(
    await api.post(`/3.0/orders/${order.id}/fulfillments.json`, {
      tracking_company: "Pos Laju",
      tracking_number: "EN2",
      status: "in_transit",
      is_mail: 0,
      fulfillment_order: { fulfillment_order_id: part?.id, line_items: [sent] },
    }),
  );
  assert.deepEqual(
    [made.tracking_company, made.tracking_number, made.status, made.fulfillment_order_id],
    ["Pos Laju", "EN2", "in_transit", part?.id],
  );
  assert.equal((await readOrder(api, order.id)).fulfillment_status, "partially_fulfilled");
  const answer = await api.put(`${buildPath(made)}.json`, { courier: "Lebuh Express" });
  const { fulfillment } = assertDone<{ fulfillment: Fulfillment }>(answer);
  assert.deepEqual([fulfillment.tracking_company, fulfillment.tracking_number], ["Lebuh Express", "EN2"]);
});

test("ORD-6: is_mail 1 sends the customer an email", async () => {
  const line_items = [{ name: "Something", price: "1", quantity: 1 }];
  const mailed = async (is_mail: number) => {
    const email = `${randomUUID()}@guests.test`;
    await send(await placeOrder(api, { email, line_items }), { is_mail });
    const { status, text } = await fixture.request(`${fixture.origins.admin}/mail`);
    // Only a platform in development shows the emails that it has written.
    return status === 404 ? is_mail === 1 : text.includes(email);
  };
  assert.deepEqual([await mailed(1), await mailed(0)], [true, false]);
});

test("ORD-6: an impossible fulfillment is rejected by name, and nothing is changed", async () => {
  const order = await placeOrder(api, { line_items: [{ name: "Something", price: "1", quantity: 2 }] });
  const id = order.line_items[0]?.id;
  const path = `/3.0/orders/${order.id}/fulfillments.json`;
  const wrong: [object, string][] = [
    [{ line_items: [{ id, quantity: 3 }] }, "line_items.0.quantity"],
    [{ line_items: [{ id: 987654321, quantity: 1 }] }, "line_items.0.id"],
    [{ status: "lost" }, "status"],
    [{ status: "cancelled" }, "status"],
    [{ is_mail: 2 }, "is_mail"],
    [{ tracking_url: "javascript:alert(1)" }, "tracking_url"],
    [{ fulfillment_order: { fulfillment_order_id: 987654321 } }, "fulfillment_order.fulfillment_order_id"],
  ];
  for (const [fulfillment, field] of wrong) assertNamesFields(await api.post(path, { fulfillment }), field);
  assert.deepEqual(await readOrder(api, order.id), order);
  await send(order);
  assertRejected(await api.post(path, { fulfillment: {} }), 409, "conflict");
});

test("ORD-8: a fulfillment is updated, with the courier called courier", async () => {
  const order = await placeOrder(api, { line_items: [{ name: "Something", price: "1", quantity: 1 }] });
  const made = await send(order, { tracking_company: "Pos Laju", tracking_number: "EN1" });
  const moved = await update(made, { courier: "Lebuh Express", status: "out_for_delivery" });
  assert.deepEqual(
    [moved.tracking_company, moved.tracking_number, moved.status],
    ["Lebuh Express", "EN1", "out_for_delivery"],
  );
  const delivered = await update(made, { status: "delivered" });
  assert.equal(delivered.status, "delivered");
  const back = await api.put(`${buildPath(made)}.json`, { fulfillment: { status: "in_transit" } });
  assertRejected(back, 409, "conflict");
  assertRejected(await api.post(`${buildPath(made)}/cancel.json`, {}), 409, "conflict");
  assert.deepEqual(assertDone(await api.get(`${buildPath(made)}.json`)), { fulfillment: delivered });
});

test("INV-3: committed counts the unshipped units, and on hand falls as they ship", async () => {
  const variant = await createVariant(api, 6);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 4 }] });
  assert.deepEqual(await readStock(variant), { onHand: 6, committed: 4 });
  const made = await send(order, { line_items: [{ id: order.line_items[0]?.id, quantity: 3 }] });
  assert.deepEqual(await readStock(variant), { onHand: 3, committed: 1 });
  assertDone(await api.post(`${buildPath(made)}/cancel.json`, {}));
  assert.deepEqual(await readStock(variant), { onHand: 6, committed: 4 });
  await send(order);
  assert.deepEqual(await readStock(variant), { onHand: 2, committed: 0 });
});

// Part of WHK-9 and WHK-14, for fulfillment/create, fulfillment/update and fulfillment/cancel.
test("ORD-8: creating, changing and cancelling a fulfillment sends it, as fetched", async () => {
  const order = await placeOrder(api, { line_items: [{ name: "Something", price: "1", quantity: 1 }] });
  const assertPublished = async (topic: (typeof topics)[number], fulfillment: Fulfillment) => {
    const request = await store.app.receiver.received(
      ({ method, headers, body }) =>
        method === "POST" &&
        headers["service-topic"] === topic &&
        JSON.parse(body.toString()).fulfillment.id === fulfillment.id,
      10_000,
    );
    assert.deepEqual(parsePayload(request), { fulfillment });
    assert.deepEqual(assertDone(await api.get(`${buildPath(fulfillment)}.json`)), { fulfillment });
  };
  const made = await send(order);
  await assertPublished("fulfillment/create", made);
  const moved = await update(made, { status: "in_transit" });
  await assertPublished("fulfillment/update", moved);
  const answer = await api.post(`${buildPath(made)}/cancel.json`, {});
  await assertPublished("fulfillment/cancel", assertDone<{ fulfillment: Fulfillment }>(answer).fulfillment);
  const listed = assertDone<{ fulfillments: Fulfillment[] }>(
    await api.get(`/3.0/fulfillments.json?order_id=${order.id}`),
  );
  assert.deepEqual(
    listed.fulfillments.map(({ id, status }) => [id, status]),
    [[made.id, "cancelled"]],
  );
});
