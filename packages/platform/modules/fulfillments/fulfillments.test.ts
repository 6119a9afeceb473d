import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiError, maxFulfillments, type OperationResponse, operations } from "@souk/contract";
import { Errors } from "typebox/value";
import {
  createOrdersFixture,
  type OrderDocument,
  type OrdersFixture,
} from "../orders/testing/orders-fixture.ts";

type Fulfillment = OperationResponse<typeof operations.getFulfillment>["fulfillment"];

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture({ maxConnections: 10 });
});
after(() => fixture.stop());

async function fulfill(order_id: number, body: object = {}, app?: string): Promise<Fulfillment> {
  const request = { params: { order_id }, body, ...(app ? { app } : {}) };
  const response = await fixture.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, request);
  assert.deepEqual([...Errors(operations.createFulfillment.response, response)], []);
  return response.fulfillment;
}

async function update({ order_id, id }: Fulfillment, body: object): Promise<Fulfillment> {
  const request = { params: { order_id, id }, body };
  return (await fixture.call<{ fulfillment: Fulfillment }>(operations.updateFulfillment, request))
    .fulfillment;
}

async function cancel({ order_id, id }: Fulfillment): Promise<Fulfillment> {
  const request = { params: { order_id, id } };
  return (await fixture.call<{ fulfillment: Fulfillment }>(operations.cancelFulfillment, request))
    .fulfillment;
}

/** Place an order of this many units of one variant, all in stock at the primary location. */
async function placeUnits(
  quantity: number,
): Promise<{ order: OrderDocument; variant: number; line: number }> {
  const variant = await fixture.newVariant(quantity);
  const order = await fixture.place({ line_items: [{ variant_id: variant, quantity }] });
  await fixture.takeEvents();
  return { order, variant, line: order.line_items[0]?.id ?? 0 };
}

/** Place an order of 5 units that no single location has: the primary one has 3, the second has 2. */
async function placeSplit(): Promise<{ order: OrderDocument; line: number }> {
  const variant = await fixture.newVariant(3);
  await fixture.setStock(variant, fixture.seededStore.second, 2);
  const order = await fixture.place({ line_items: [{ variant_id: variant, quantity: 5 }] });
  assert.equal(order.fulfillment_orders.length, 2);
  return { order, line: order.line_items[0]?.id ?? 0 };
}

const isRejectedWith =
  (code: string, ...paths: string[]) =>
  (error: unknown) => {
    const { code: actual, details } = error as ApiError;
    assert.deepEqual([actual, details?.fields?.map(({ path }) => path) ?? []], [code, paths]);
    return true;
  };

test("ORD-6: a fulfillment without lines ships all open units from committed stock", async () => {
  const { order, variant, line } = await placeUnits(5);
  assert.deepEqual(await fixture.stock(variant), { available: 0, committed: 5 });
  const sent = await fulfill(order.id, { tracking_number: " EN1 " }, "courier");
  assert.deepEqual([sent.status, sent.tracking_number, sent.app_handle], ["pending", "EN1", "courier"]);
  assert.deepEqual(sent.line_items, [{ id: line, quantity: 5, name: order.line_items[0]?.product_name }]);
  assert.equal(sent.fulfillment_order_id, order.fulfillment_orders[0]?.id);
  assert.equal(sent.location_id, fixture.seededStore.primary);
  assert.deepEqual(await fixture.stock(variant), { available: 0, committed: 0 });
  const after = await fixture.get(order.id);
  assert.deepEqual([after.fulfillment_status, after.fulfillments], ["fulfilled", [sent]]);
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["fulfillment/create", "order/update"]);
  const payload = events.find(({ topic }) => topic === "fulfillment/create");
  assert.deepEqual(JSON.parse(payload?.payload ?? ""), { fulfillment: sent });
  assert.equal(payload?.resource_id, sent.id);
  await fixture.assertConsistent();
});

test("INV-3: shipped units leave the stock; cancelling the fulfillment commits them again", async () => {
  const { order, variant, line } = await placeUnits(5);
  const part = await fulfill(order.id, { line_items: [{ id: line, quantity: 2 }] });
  assert.deepEqual(await fixture.stock(variant), { available: 0, committed: 3 });
  assert.equal((await fixture.get(order.id)).fulfillment_status, "partially_fulfilled");
  const rest = await fulfill(order.id);
  assert.deepEqual(
    rest.line_items.map(({ quantity }) => quantity),
    [3],
  );
  await fixture.takeEvents();
  const cancelled = await cancel(part);
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual(await fixture.stock(variant), { available: 0, committed: 2 });
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["fulfillment/cancel", "order/update"]);
  assert.deepEqual(await cancel(part), cancelled);
  assert.deepEqual(await fixture.takeEvents(), []);
  assert.equal((await fixture.get(order.id)).line_items[0]?.unfulfilled_quantity, 2);
  await fulfill(order.id, { line_items: [{ id: line, quantity: 2 }] });
  assert.deepEqual(await fixture.stock(variant), { available: 0, committed: 0 });
  await fixture.assertConsistent();
});

test("units ship from the requested fulfillment order, or first from the requested location", async () => {
  const { order, line } = await placeSplit();
  const [first, second] = order.fulfillment_orders;
  assert.ok(first && second);
  const item = second.line_items[0];
  const named = await fulfill(order.id, {
    fulfillment_order: {
      fulfillment_order_id: second.id,
      line_items: [
        { id: line, quantity: 1, name: "x", fulfillment_order_item_id: item?.fulfillment_order_item_id },
      ],
    },
  });
  assert.deepEqual([named.fulfillment_order_id, named.location_id], [second.id, second.location_id]);
  const several = await fulfill(order.id, {
    location_id: second.location_id,
    line_items: [{ id: line, quantity: 2 }],
  });
  assert.deepEqual([several.fulfillment_order_id, several.location_id], [null, second.location_id]);
  assert.deepEqual(
    several.line_items.map(({ quantity }) => quantity),
    [2],
  );
  const rest = await fulfill(order.id, { fulfillment_order: { fulfillment_order_id: first.id } });
  assert.deepEqual([rest.fulfillment_order_id, rest.line_items[0]?.quantity], [first.id, 2]);
  assert.deepEqual(
    (await fixture.get(order.id)).fulfillment_orders.map(({ status }) => status),
    ["closed", "closed"],
  );
  await fixture.assertConsistent();
});

test("units that cannot ship are named in the error, and nothing changes", async () => {
  const { order, line } = await placeSplit();
  const [first, second] = order.fulfillment_orders;
  assert.ok(first && second);
  const firstItemId = first.line_items[0]?.fulfillment_order_item_id;
  const fromOrder = (id: number, more: object) => ({
    fulfillment_order: { fulfillment_order_id: id, ...more },
  });
  const items = (more: object) => fromOrder(second.id, { line_items: [{ quantity: 1, ...more }] });
  const invalid: [object, string][] = [
    [{ line_items: [{ id: line, quantity: 6 }] }, "line_items.0.quantity"],
    [
      {
        line_items: [
          { id: line, quantity: 4 },
          { id: line, quantity: 2 },
        ],
      },
      "line_items.1.quantity",
    ],
    [{ line_items: [{ id: line + 999, quantity: 1 }] }, "line_items.0.id"],
    [{ location_id: 99_999 }, "location_id"],
    [{ location_id: first.location_id, ...fromOrder(second.id, {}) }, "location_id"],
    [fromOrder(second.id + 999, {}), "fulfillment_order.fulfillment_order_id"],
    [items({ id: line, quantity: 3 }), "fulfillment_order.line_items.0.quantity"],
    [items({}), "fulfillment_order.line_items.0.id"],
    [
      items({ fulfillment_order_item_id: firstItemId }),
      "fulfillment_order.line_items.0.fulfillment_order_item_id",
    ],
    [{ line_items: [{ id: line, quantity: 2 }], ...items({ id: line }) }, "line_items"],
  ];
  await fixture.takeEvents();
  for (const [body, path] of invalid)
    await assert.rejects(fulfill(order.id, body), isRejectedWith("invalid", path), path);
  assert.deepEqual(await fixture.get(order.id), order);
  assert.deepEqual(await fixture.takeEvents(), []);
  await assert.rejects(fulfill(order.id + 999), isRejectedWith("not_found"));
});

test("a fulfilled or cancelled order cannot ship, and a fulfilled one cannot be cancelled", async () => {
  const { order, line } = await placeUnits(1);
  const sent = await fulfill(order.id);
  await assert.rejects(fulfill(order.id), isRejectedWith("conflict", "fulfillment_status"));
  await assert.rejects(
    fulfill(order.id, { line_items: [{ id: line, quantity: 1 }] }),
    isRejectedWith("conflict", "fulfillment_status"),
  );
  await assert.rejects(
    fixture.callOnOrder(operations.cancelOrder, order.id),
    isRejectedWith("conflict", "fulfillments"),
  );
  await cancel(sent);
  await fixture.callOnOrder(operations.cancelOrder, order.id);
  await assert.rejects(fulfill(order.id), isRejectedWith("conflict", "status"));
  await fixture.assertConsistent();
});

test("ORD-8: an update changes only sent fields and publishes once", async () => {
  const { order } = await placeUnits(2);
  const created = await fulfill(order.id, { tracking_company: "Pos Laju", service: "Next day" });
  await fixture.takeEvents();
  const updated = await update(created, {
    courier: "Lebuh",
    tracking_number: "L1",
    status: "in_transit",
  });
  assert.deepEqual(
    [updated.tracking_company, updated.tracking_number, updated.service, updated.status],
    ["Lebuh", "L1", "Next day", "in_transit"],
  );
  assert.ok(updated.updated_at > created.updated_at);
  assert.equal(updated.created_at, created.created_at);
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["fulfillment/update", "order/update"]);
  assert.deepEqual(await update(updated, { tracking_company: "Lebuh", status: "in_transit" }), updated);
  assert.deepEqual(await update(updated, {}), updated);
  assert.deepEqual(await fixture.takeEvents(), []);
  await assert.rejects(
    update(updated, { courier: "A", tracking_company: "B" }),
    isRejectedWith("invalid", "courier"),
  );
});

test("a fulfillment's status accepts only allowed transitions", async () => {
  const { order, line } = await placeUnits(2);
  const created = await fulfill(order.id, {
    line_items: [{ id: line, quantity: 1 }],
    status: "failed",
  });
  assert.equal(created.status, "failed");
  for (const status of ["pending", "out_for_delivery", "in_transit", "failed", "delivered"])
    assert.equal((await update(created, { status })).status, status);
  await assert.rejects(update(created, { status: "in_transit" }), isRejectedWith("conflict", "status"));
  await assert.rejects(cancel(created), isRejectedWith("conflict", "status"));
  assert.equal((await update(created, { status: "delivered", message: "Signed." })).message, "Signed.");
  const other = await fulfill(order.id);
  await assert.rejects(update(other, { status: "cancelled" }), isRejectedWith("conflict", "status"));
  await cancel(other);
  for (const body of [{ status: "pending" }, { message: "New" }, { is_mail: 1 }])
    await assert.rejects(update(other, body), isRejectedWith("conflict", "status"));
  assert.equal((await update(other, { status: "cancelled" })).status, "cancelled");
});

test("a fulfillment with returned units cannot be cancelled", async () => {
  const [variant, other] = [await fixture.newVariant(3), await fixture.newVariant(1)];
  const toLine = (variant_id: number, quantity: number) => ({ variant_id, quantity });
  const { id, line_items } = await fixture.place({ line_items: [toLine(variant, 3), toLine(other, 1)] });
  const [line = 0, otherLine = 0] = line_items.map((item) => item.id);
  const part = (quantity: number) => ({ line_items: [{ id: line, quantity }] });
  const [first, second, third] = [
    await fulfill(id, part(2)),
    await fulfill(id, part(1)),
    await fulfill(id, { line_items: [{ id: otherLine, quantity: 1 }] }),
  ];
  const request = (body: object) => ({ params: { order_id: id }, body });
  const back = { return_line_items: [{ line_item_id: line, quantity: 2 }] };
  await fixture.call(operations.createReturn, request(back));
  await assert.rejects(cancel(first), isRejectedWith("conflict", "line_items"));
  const refund = { restock_items: [{ line_item_id: line, quantity: 2 }] };
  await fixture.call(operations.createRefund, request(refund));
  assert.equal((await cancel(third)).status, "cancelled");
  await assert.rejects(cancel(second), isRejectedWith("conflict", "line_items"));
  await fixture.assertConsistent();
});

test("of eight clients that fulfill the same units simultaneously, exactly one succeeds", async () => {
  const { order, variant, line } = await placeUnits(5);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => fulfill(order.id, { line_items: [{ id: line, quantity: 4 }] })),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of results)
    if (result.status === "rejected") isRejectedWith("invalid", "line_items.0.quantity")(result.reason);
  const rest = await Promise.allSettled(Array.from({ length: 8 }, () => fulfill(order.id)));
  assert.equal(rest.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of rest)
    if (result.status === "rejected") isRejectedWith("conflict", "fulfillment_status")(result.reason);
  assert.deepEqual(await fixture.stock(variant), { available: 0, committed: 0 });
  assert.equal((await fixture.get(order.id)).line_items[0]?.fulfilled_quantity, 5);
  await fixture.assertConsistent();
});

test("an order has a limited number of fulfillments, cancelled ones included", async () => {
  const { order, line } = await placeUnits(2);
  await fixture.db.database.query(
    `insert into fulfillments (store_id, order_id, location_id, status, tracking_company, tracking_number, tracking_url, service,
       message, app_handle, consignment_note_url, created_at, updated_at)
     select $1, $2, $3, 'cancelled', '', '', '', '', '', '', '', now(), now() from generate_series(1, $4::integer)`,
    [fixture.seededStore.store.id, order.id, fixture.seededStore.primary, maxFulfillments - 1],
  );
  const body = { line_items: [{ id: line, quantity: 1 }] };
  await cancel(await fulfill(order.id, body));
  await assert.rejects(fulfill(order.id, body), isRejectedWith("conflict", "fulfillments"));
});
