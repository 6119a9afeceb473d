import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import { catchApiError, catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
/** The ids of the store's two locations. */
let primaryLocationId: number;
let secondLocationId: number;

const update = operations.updatePurchaseOrder;
const receive = operations.receivePurchaseOrder;
const cancel = operations.cancelPurchaseOrder;
const remove = operations.deletePurchaseOrder;

before(async () => {
  fixture = await createPurchasingFixture();
  ({ primaryLocationId, secondLocationId } = fixture.seededStore);
});
after(() => fixture.stop());

const listTopics = (events: { topic: string }[]) => events.map(({ topic }) => topic);

test("a draft purchase order copies its variants' fields and changes no stock", async () => {
  const variant = await fixture.createVariant();
  await fixture.takeEvents();
  const order = await fixture.createPurchaseOrder({
    supplier_name: " Sungai Craft ",
    expected_at: "2026-12-01 10:00:00",
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  assert.ok(Check(operations.getPurchaseOrder.response, { purchase_order: order }));
  assert.match(order.number, /^PO-\d{4}$/);
  assert.equal(order.supplier_name, "Sungai Craft");
  assert.equal(order.location_id, primaryLocationId);
  assert.equal(order.expected_at, "2026-12-01T10:00:00.000+08:00");
  assert.deepEqual([order.status, order.ordered_at], ["draft", null]);
  const [line] = order.line_items;
  assert.match(line?.product_name ?? "", /^Bought \d+$/);
  assert.match(line?.sku ?? "", /^B-\d+$/);
  assert.equal(line?.variant_name, null);
  assert.equal(line?.cost_price, "7.50", "a line without a cost gets its variant's cost");
  assert.deepEqual(await fixture.getStock(variant, primaryLocationId), { available: 0, incoming: 0 });
  const [event, ...otherEvents] = await fixture.takeEvents();
  assert.deepEqual(otherEvents, []);
  assert.equal(event?.topic, "purchase_order/create");
  assert.deepEqual(JSON.parse(event.payload ?? ""), { purchase_order: order });
});

test("INV-4: ordered units of a purchase order are incoming, and received units are in stock", async () => {
  const variant = await fixture.createVariant();
  const draft = await fixture.createPurchaseOrder({
    location_id: secondLocationId,
    line_items: [{ variant_id: variant, quantity: 8 }],
  });
  await fixture.takeEvents();
  const orderedOrder = await fixture.callOnPurchaseOrder(update, draft.id, { status: "ordered" });
  assert.equal(orderedOrder.status, "ordered");
  assert.ok(orderedOrder.ordered_at !== null);
  assert.deepEqual(await fixture.getStock(variant, secondLocationId), { available: 0, incoming: 8 });
  assert.deepEqual(listTopics(await fixture.takeEvents()), ["purchase_order/update"]);

  const lineId = orderedOrder.line_items[0]?.id;
  const partiallyReceivedOrder = await fixture.callOnPurchaseOrder(receive, draft.id, {
    line_items: [{ id: lineId, quantity: 3 }],
  });
  assert.deepEqual(
    [partiallyReceivedOrder.status, partiallyReceivedOrder.line_items[0]?.received_quantity],
    ["partially_received", 3],
  );
  assert.deepEqual(await fixture.getStock(variant, secondLocationId), { available: 3, incoming: 5 });
  const events = await fixture.takeEvents();
  assert.deepEqual(listTopics(events).toSorted(), [
    "inventory_level/inventory_quantity_update",
    "product/update",
    "purchase_order/update",
  ]);
  const contexts = events.map(({ topic, context }) => (topic.startsWith("purchase") ? null : context));
  assert.deepEqual(new Set(contexts), new Set([null, "purchase_order/update"]));

  const receivedOrder = await fixture.callOnPurchaseOrder(receive, draft.id);
  assert.equal(receivedOrder.status, "received");
  assert.ok(receivedOrder.received_at !== null);
  assert.deepEqual(await fixture.getStock(variant, secondLocationId), { available: 8, incoming: 0 });
  const rows = await fixture.db.database.many(
    `select field, change, reason, reference, purchase_order_id = $2 as has_order_id, actor_kind from inventory_movements
     where variant_id = $1 order by id`,
    [variant, draft.id],
  );
  const commonFields = { reference: draft.number, has_order_id: true, actor_kind: "account" };
  const receiptFields = { ...commonFields, reason: "purchase order received" };
  assert.deepEqual(rows, [
    { field: "incoming_inventory_quantity", change: 8, ...commonFields, reason: "purchase order ordered" },
    { field: "incoming_inventory_quantity", change: -3, ...receiptFields },
    { field: "inventory_quantity", change: 3, ...receiptFields },
    { field: "incoming_inventory_quantity", change: -5, ...receiptFields },
    { field: "inventory_quantity", change: 5, ...receiptFields },
  ]);
  await fixture.assertConsistent();
});

test("a purchase order update without a change writes and publishes nothing", async () => {
  const variant = await fixture.createVariant();
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 2 }],
  });
  await fixture.takeEvents();
  assert.deepEqual(await fixture.callOnPurchaseOrder(update, order.id, order), order);
  assert.deepEqual(await fixture.callOnPurchaseOrder(update, order.id, { status: "ordered" }), order);
  const receivedOrder = await fixture.callOnPurchaseOrder(receive, order.id);
  await fixture.takeEvents();
  assert.deepEqual(await fixture.callOnPurchaseOrder(receive, order.id), receivedOrder);
  assert.deepEqual(await fixture.callOnPurchaseOrder(update, order.id, { ...receivedOrder }), receivedOrder);
  const draft = await fixture.createPurchaseOrder({ line_items: [] });
  const canceledOrder = await fixture.callOnPurchaseOrder(cancel, draft.id);
  await fixture.takeEvents();
  assert.deepEqual(await fixture.callOnPurchaseOrder(cancel, draft.id), canceledOrder);
  assert.deepEqual(await fixture.takeEvents(), []);
});

test("an update that lists a purchase order's lines in a different sequence writes and publishes nothing", async () => {
  const variants = [await fixture.createVariant(), await fixture.createVariant()];
  const order = await fixture.createPurchaseOrder({
    line_items: variants.map((id) => ({ variant_id: id, quantity: 2 })),
  });
  await fixture.takeEvents();
  const updatedOrder = await fixture.callOnPurchaseOrder(update, order.id, {
    line_items: order.line_items.toReversed(),
  });
  assert.deepEqual(updatedOrder, order);
  assert.deepEqual(await fixture.takeEvents(), []);
});

test("INV-4: changing lines of an ordered purchase order changes the incoming units", async () => {
  const [receivedVariant, removedVariant, addedVariant] = [
    await fixture.createVariant(),
    await fixture.createVariant(),
    await fixture.createVariant(),
  ];
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    line_items: [
      { variant_id: receivedVariant, quantity: 10, cost_price: "2.50" },
      { variant_id: removedVariant, quantity: 4, cost_price: null },
    ],
  });
  const [firstLine] = order.line_items;
  await fixture.callOnPurchaseOrder(receive, order.id, { line_items: [{ id: firstLine?.id, quantity: 6 }] });
  const updatedOrder = await fixture.callOnPurchaseOrder(update, order.id, {
    line_items: [
      { id: firstLine?.id, quantity: 7, cost_price: 2 },
      { variant_id: addedVariant, quantity: 9 },
    ],
  });
  assert.deepEqual(
    updatedOrder.line_items.map(({ variant_id, quantity, received_quantity, cost_price }) => [
      variant_id,
      quantity,
      received_quantity,
      cost_price,
    ]),
    [
      [receivedVariant, 7, 6, "2.00"],
      [addedVariant, 9, 0, "7.50"],
    ],
  );
  const incomingUnits: number[] = [];
  for (const id of [receivedVariant, removedVariant, addedVariant])
    incomingUnits.push((await fixture.getStock(id, primaryLocationId)).incoming);
  assert.deepEqual(incomingUnits, [1, 0, 9]);
  const updateWithTooFewUnits = fixture.callOnPurchaseOrder(update, order.id, {
    line_items: [{ id: firstLine?.id, quantity: 5 }],
  });
  assert.deepEqual(await catchInvalidFields(updateWithTooFewUnits), ["line_items.0.quantity"]);
  const updateWithoutReceivedLine = fixture.callOnPurchaseOrder(update, order.id, {
    line_items: [{ variant_id: addedVariant, quantity: 9 }],
  });
  assert.deepEqual(await catchInvalidFields(updateWithoutReceivedLine), ["line_items"]);
  const completedOrder = await fixture.callOnPurchaseOrder(update, order.id, {
    line_items: [{ id: firstLine?.id, quantity: 6 }],
  });
  assert.equal(completedOrder.status, "received", "all remaining units were received");
  assert.ok(completedOrder.received_at !== null);
  await fixture.assertConsistent();
});

test("INV-4: canceling a purchase order removes incoming units, but not received units", async () => {
  const variant = await fixture.createVariant();
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  await fixture.callOnPurchaseOrder(receive, order.id, {
    line_items: [{ id: order.line_items[0]?.id, quantity: 2 }],
  });
  await fixture.takeEvents();
  const canceledOrder = await fixture.callOnPurchaseOrder(cancel, order.id);
  assert.equal(canceledOrder.status, "cancelled");
  assert.ok(canceledOrder.cancelled_at !== null);
  assert.deepEqual(await fixture.getStock(variant, primaryLocationId), { available: 2, incoming: 0 });
  assert.deepEqual(listTopics(await fixture.takeEvents()), ["purchase_order/update"]);
  await fixture.assertConsistent();
});

test("units of a deleted variant can be received without a change of stock, and the line keeps its SKU", async () => {
  const [keptVariant, deletedVariant] = [await fixture.createVariant(), await fixture.createVariant()];
  const line_items = [keptVariant, deletedVariant].map((variant_id) => ({ variant_id, quantity: 4 }));
  const order = await fixture.createPurchaseOrder({ status: "ordered", line_items });
  const draft = await fixture.createPurchaseOrder({ line_items });
  await fixture.deleteVariant(deletedVariant);
  assert.deepEqual(
    await catchInvalidFields(fixture.callOnPurchaseOrder(update, draft.id, { status: "ordered" })),
    ["line_items.1.variant_id"],
  );
  await fixture.takeEvents();
  const receivedOrder = await fixture.callOnPurchaseOrder(receive, order.id);
  assert.deepEqual(
    receivedOrder.line_items.map(({ received_quantity, sku }) => [received_quantity, sku]),
    order.line_items.map(({ sku }) => [4, sku]),
  );
  const levelEvents = (await fixture.takeEvents()).filter(({ topic }) =>
    topic.startsWith("inventory_level/"),
  );
  assert.equal(levelEvents.length, 1);
  assert.deepEqual(await fixture.getStock(keptVariant, primaryLocationId), { available: 4, incoming: 0 });
  await fixture.assertConsistent();
});

test("a draft or canceled purchase order can be deleted and leaves a tombstone", async () => {
  const draft = await fixture.createPurchaseOrder({});
  const canceledOrder = await fixture.createPurchaseOrder({});
  await fixture.callOnPurchaseOrder(cancel, canceledOrder.id);
  await fixture.takeEvents();
  for (const { id } of [draft, canceledOrder]) {
    await fixture.callOnPurchaseOrder(remove, id);
    const { code } = await catchApiError(fixture.callOnPurchaseOrder(operations.getPurchaseOrder, id));
    assert.equal(code, "not_found");
  }
  assert.deepEqual(await fixture.takeEvents(), []);
  const rows = await fixture.db.database.many<{ record_id: number }>(
    "select record_id from tombstones where resource = 'purchase_orders' order by record_id",
  );
  assert.deepEqual(
    rows.map(({ record_id }) => record_id),
    [draft.id, canceledOrder.id],
  );
});

test("purchase order numbers are unique per store, even if purchase orders are created at the same time", async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => fixture.createPurchaseOrder({})));
  assert.equal(new Set(orders.map(({ number }) => number)).size, 8);
});

test("a location with incoming units cannot be deleted, even if it has no inventory levels", async () => {
  const { store } = fixture.seededStore;
  const { location } = await fixture.api.json<{ location: { id: number } }>(
    operations.createLocation,
    store,
    {
      body: { name: "Pier" },
    },
  );
  const variant = await fixture.createVariant();
  const line_items = [{ variant_id: variant, quantity: 2 }];
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    location_id: location.id,
    line_items,
  });
  await fixture.deleteVariant(variant);
  const deleteLocation = () =>
    fixture.api.text(operations.deleteLocation, store, { params: { id: location.id } });
  const { code, message } = await catchApiError(deleteLocation());
  assert.equal(code, "conflict");
  assert.match(message, new RegExp(`in transit to or from this location: ${order.number}`));
  await fixture.callOnPurchaseOrder(cancel, order.id);
  await deleteLocation();
});
