import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import { catchApiError, catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
let primary: number;
let second: number;

const { updatePurchaseOrder: update, receivePurchaseOrder: receive } = operations;
const { cancelPurchaseOrder: cancel, deletePurchaseOrder: remove } = operations;

before(async () => {
  fixture = await createPurchasingFixture();
  ({ primary, second } = fixture.seededStore);
});
after(() => fixture.stop());

const getTopics = (events: { topic: string }[]) => events.map(({ topic }) => topic);

test("a draft moves no stock, is published once, and copies its variants' fields", async () => {
  const variant = await fixture.newVariant();
  await fixture.takeEvents();
  const order = await fixture.order({
    supplier_name: " Sungai Craft ",
    expected_at: "2026-12-01 10:00:00",
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  assert.ok(Check(operations.getPurchaseOrder.response, { purchase_order: order }));
  assert.match(order.number, /^PO-\d{4}$/);
  assert.equal(order.supplier_name, "Sungai Craft");
  assert.equal(order.location_id, primary);
  assert.equal(order.expected_at, "2026-12-01T10:00:00.000+08:00");
  assert.deepEqual([order.status, order.ordered_at], ["draft", null]);
  const [line] = order.line_items;
  assert.match(line?.product_name ?? "", /^Bought \d+$/);
  assert.match(line?.sku ?? "", /^B-\d+$/);
  assert.equal(line?.variant_name, null);
  assert.equal(line?.cost_price, "7.50", "a line costs what its variant costs unless it says otherwise");
  assert.deepEqual(await fixture.stock(variant, primary), { available: 0, incoming: 0 });
  const [event, ...others] = await fixture.takeEvents();
  assert.deepEqual(others, []);
  assert.equal(event?.topic, "purchase_order/create");
  assert.deepEqual(JSON.parse(event.payload ?? ""), { purchase_order: order });
});

test("INV-4: ordering raises incoming, receiving turns it into stock, with ledger reasons", async () => {
  const variant = await fixture.newVariant();
  const draft = await fixture.order({
    location_id: second,
    line_items: [{ variant_id: variant, quantity: 8 }],
  });
  await fixture.takeEvents();
  const ordered = await fixture.onOrder(update, draft.id, { status: "ordered" });
  assert.equal(ordered.status, "ordered");
  assert.ok(ordered.ordered_at !== null);
  assert.deepEqual(await fixture.stock(variant, second), { available: 0, incoming: 8 });
  assert.deepEqual(getTopics(await fixture.takeEvents()), ["purchase_order/update"]);

  const line = ordered.line_items[0]?.id;
  const part = await fixture.onOrder(receive, draft.id, { line_items: [{ id: line, quantity: 3 }] });
  assert.deepEqual([part.status, part.line_items[0]?.received_quantity], ["partially_received", 3]);
  assert.deepEqual(await fixture.stock(variant, second), { available: 3, incoming: 5 });
  const events = await fixture.takeEvents();
  assert.deepEqual(getTopics(events).toSorted(), [
    "inventory_level/inventory_quantity_update",
    "product/update",
    "purchase_order/update",
  ]);
  const contexts = events.map(({ topic, context }) => (topic.startsWith("purchase") ? null : context));
  assert.deepEqual(new Set(contexts), new Set([null, "purchase_order/update"]));

  const done = await fixture.onOrder(receive, draft.id);
  assert.equal(done.status, "received");
  assert.ok(done.received_at !== null);
  assert.deepEqual(await fixture.stock(variant, second), { available: 8, incoming: 0 });
  const rows = await fixture.db.database.many(
    `select field, change, reason, reference, purchase_order_id = $2 as its, actor_kind from inventory_movements
     where variant_id = $1 order by id`,
    [variant, draft.id],
  );
  const cause = { reference: draft.number, its: true, actor_kind: "account" };
  const received = { ...cause, reason: "purchase order received" };
  assert.deepEqual(rows, [
    { field: "incoming_inventory_quantity", change: 8, ...cause, reason: "purchase order ordered" },
    { field: "incoming_inventory_quantity", change: -3, ...received },
    { field: "inventory_quantity", change: 3, ...received },
    { field: "incoming_inventory_quantity", change: -5, ...received },
    { field: "inventory_quantity", change: 5, ...received },
  ]);
  await fixture.assertSound();
});

test("an update without a change writes nothing and publishes nothing", async () => {
  const variant = await fixture.newVariant();
  const order = await fixture.order({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 2 }],
  });
  await fixture.takeEvents();
  const same = await fixture.onOrder(update, order.id, order);
  assert.deepEqual(same, order);
  assert.deepEqual(await fixture.onOrder(update, order.id, { status: "ordered" }), order);
  const received = await fixture.onOrder(receive, order.id);
  await fixture.takeEvents();
  assert.deepEqual(await fixture.onOrder(receive, order.id), received);
  assert.deepEqual(await fixture.onOrder(update, order.id, { ...received }), received);
  const other = await fixture.order({ line_items: [] });
  const cancelled = await fixture.onOrder(cancel, other.id);
  await fixture.takeEvents();
  assert.deepEqual(await fixture.onOrder(cancel, other.id), cancelled);
  assert.deepEqual(await fixture.takeEvents(), []);
});

test("lines sent in another order are the same lines", async () => {
  const variants = [await fixture.newVariant(), await fixture.newVariant()];
  const order = await fixture.order({ line_items: variants.map((id) => ({ variant_id: id, quantity: 2 })) });
  await fixture.takeEvents();
  const same = await fixture.onOrder(update, order.id, { line_items: order.line_items.toReversed() });
  assert.deepEqual(same, order);
  assert.deepEqual(await fixture.takeEvents(), []);
});

test("INV-4: changed lines of an open order change incoming by the difference", async () => {
  const [a, b, c] = [await fixture.newVariant(), await fixture.newVariant(), await fixture.newVariant()];
  const order = await fixture.order({
    status: "ordered",
    line_items: [
      { variant_id: a, quantity: 10, cost_price: "2.50" },
      { variant_id: b, quantity: 4, cost_price: null },
    ],
  });
  const [first] = order.line_items;
  await fixture.onOrder(receive, order.id, { line_items: [{ id: first?.id, quantity: 6 }] });
  const changed = await fixture.onOrder(update, order.id, {
    line_items: [
      { id: first?.id, quantity: 7, cost_price: 2 },
      { variant_id: c, quantity: 9 },
    ],
  });
  assert.deepEqual(
    changed.line_items.map(({ variant_id, quantity, received_quantity, cost_price }) => [
      variant_id,
      quantity,
      received_quantity,
      cost_price,
    ]),
    [
      [a, 7, 6, "2.00"],
      [c, 9, 0, "7.50"],
    ],
  );
  const incoming: number[] = [];
  for (const id of [a, b, c]) incoming.push((await fixture.stock(id, primary)).incoming);
  assert.deepEqual(incoming, [1, 0, 9]);
  const low = fixture.onOrder(update, order.id, { line_items: [{ id: first?.id, quantity: 5 }] });
  assert.deepEqual(await catchInvalidFields(low), ["line_items.0.quantity"]);
  const addingLine = fixture.onOrder(update, order.id, { line_items: [{ variant_id: c, quantity: 9 }] });
  assert.deepEqual(await catchInvalidFields(addingLine), ["line_items"]);
  const done = await fixture.onOrder(update, order.id, { line_items: [{ id: first?.id, quantity: 6 }] });
  assert.equal(done.status, "received", "nothing is left to come");
  assert.ok(done.received_at !== null);
  await fixture.assertSound();
});

test("INV-4: cancelling removes units not received and keeps received ones", async () => {
  const variant = await fixture.newVariant();
  const order = await fixture.order({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  await fixture.onOrder(receive, order.id, { line_items: [{ id: order.line_items[0]?.id, quantity: 2 }] });
  await fixture.takeEvents();
  const cancelled = await fixture.onOrder(cancel, order.id);
  assert.equal(cancelled.status, "cancelled");
  assert.ok(cancelled.cancelled_at !== null);
  assert.deepEqual(await fixture.stock(variant, primary), { available: 2, incoming: 0 });
  assert.deepEqual(getTopics(await fixture.takeEvents()), ["purchase_order/update"]);
  await fixture.assertSound();
});

test("units of a deleted variant are counted and move no stock; its names stay", async () => {
  const [stays, goes] = [await fixture.newVariant(), await fixture.newVariant()];
  const line_items = [stays, goes].map((variant_id) => ({ variant_id, quantity: 4 }));
  const order = await fixture.order({ status: "ordered", line_items });
  const draft = await fixture.order({ line_items });
  await fixture.deleteVariant(goes);
  assert.deepEqual(await catchInvalidFields(fixture.onOrder(update, draft.id, { status: "ordered" })), [
    "line_items.1.variant_id",
  ]);
  await fixture.takeEvents();
  const done = await fixture.onOrder(receive, order.id);
  assert.deepEqual(
    done.line_items.map(({ received_quantity, sku }) => [received_quantity, sku]),
    order.line_items.map(({ sku }) => [4, sku]),
  );
  const levels = (await fixture.takeEvents()).filter(({ topic }) => topic.startsWith("inventory_level/"));
  assert.equal(levels.length, 1);
  assert.deepEqual(await fixture.stock(stays, primary), { available: 4, incoming: 0 });
  await fixture.assertSound();
});

test("a draft and a cancelled order can be deleted, which leaves a tombstone", async () => {
  const draft = await fixture.order({});
  const other = await fixture.order({});
  await fixture.onOrder(cancel, other.id);
  await fixture.takeEvents();
  for (const { id } of [draft, other]) {
    await fixture.onOrder(remove, id);
    const { code } = await catchApiError(fixture.onOrder(operations.getPurchaseOrder, id));
    assert.equal(code, "not_found");
  }
  assert.deepEqual(await fixture.takeEvents(), []);
  const rows = await fixture.db.database.many<{ record_id: number }>(
    "select record_id from tombstones where resource = 'purchase_orders' order by record_id",
  );
  assert.deepEqual(
    rows.map(({ record_id }) => record_id),
    [draft.id, other.id],
  );
});

test("numbers increase and are unique per store, even for concurrent orders", async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => fixture.order({})));
  assert.equal(new Set(made.map(({ number }) => number)).size, 8);
});

test("a location with incoming units cannot be deleted, even without any level", async () => {
  const { store } = fixture.seededStore;
  const { location } = await fixture.api.json<{ location: { id: number } }>(
    operations.createLocation,
    store,
    {
      body: { name: "Pier" },
    },
  );
  const variant = await fixture.newVariant();
  const line_items = [{ variant_id: variant, quantity: 2 }];
  const order = await fixture.order({ status: "ordered", location_id: location.id, line_items });
  await fixture.deleteVariant(variant);
  const leave = () => fixture.api.text(operations.deleteLocation, store, { params: { id: location.id } });
  const { code, message } = await catchApiError(leave());
  assert.equal(code, "conflict");
  assert.match(message, new RegExp(`on their way to or from this location: ${order.number}`));
  await fixture.onOrder(cancel, order.id);
  await leave();
});
