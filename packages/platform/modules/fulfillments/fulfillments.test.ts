import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, mostFulfillments, operations, type Refusal } from "@souk/contract";
import { Errors } from "typebox/value";
import { type OrderDocument, type OrdersRig, ordersRig } from "../orders/testing/orders-rig.ts";

type Fulfillment = AnswerOf<typeof operations.getFulfillment>["fulfillment"];

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig({ maxConnections: 10 });
});
after(() => rig.stop());

async function send(order_id: number, body: object = {}, app?: string): Promise<Fulfillment> {
  const request = { params: { order_id }, body, ...(app ? { app } : {}) };
  const answer = await rig.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, request);
  assert.deepEqual([...Errors(operations.createFulfillment.answer, answer)], []);
  return answer.fulfillment;
}

async function update({ order_id, id }: Fulfillment, body: object): Promise<Fulfillment> {
  const request = { params: { order_id, id }, body };
  return (await rig.call<{ fulfillment: Fulfillment }>(operations.updateFulfillment, request)).fulfillment;
}

async function cancel({ order_id, id }: Fulfillment): Promise<Fulfillment> {
  const request = { params: { order_id, id } };
  return (await rig.call<{ fulfillment: Fulfillment }>(operations.cancelFulfillment, request)).fulfillment;
}

/** An order of so many units of one variant, which the primary location has. */
async function placeUnits(
  quantity: number,
): Promise<{ order: OrderDocument; variant: number; line: number }> {
  const variant = await rig.newVariant(quantity);
  const order = await rig.place({ line_items: [{ variant_id: variant, quantity }] });
  await rig.told();
  return { order, variant, line: order.line_items[0]?.id ?? 0 };
}

/** An order of 5 units that no location has by itself: 3 are at the primary one, 2 at the second. */
async function placeSplit(): Promise<{ order: OrderDocument; line: number }> {
  const variant = await rig.newVariant(3);
  await rig.setStock(variant, rig.shop.second, 2);
  const order = await rig.place({ line_items: [{ variant_id: variant, quantity: 5 }] });
  assert.equal(order.fulfillment_orders.length, 2);
  return { order, line: order.line_items[0]?.id ?? 0 };
}

const refused =
  (code: string, ...paths: string[]) =>
  (error: unknown) => {
    const { code: got, details } = error as Refusal;
    assert.deepEqual([got, details?.fields?.map(({ path }) => path) ?? []], [code, paths]);
    return true;
  };

test("ORD-6: without lines all that is unfulfilled is sent; its units are committed no more and nothing else of stock moves", async () => {
  const { order, variant, line } = await placeUnits(5);
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 5 });
  const sent = await send(order.id, { tracking_number: " EN1 " }, "courier");
  assert.deepEqual([sent.status, sent.tracking_number, sent.app_handle], ["pending", "EN1", "courier"]);
  assert.deepEqual(sent.line_items, [{ id: line, quantity: 5, name: order.line_items[0]?.product_name }]);
  assert.equal(sent.fulfillment_order_id, order.fulfillment_orders[0]?.id);
  assert.equal(sent.location_id, rig.shop.primary);
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 0 });
  const after = await rig.get(order.id);
  assert.deepEqual([after.fulfillment_status, after.fulfillments], ["fulfilled", [sent]]);
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), ["fulfillment/create", "order/update"]);
  const payload = told.find(({ topic }) => topic === "fulfillment/create");
  assert.deepEqual(JSON.parse(payload?.payload ?? ""), { fulfillment: sent });
  assert.equal(payload?.resource_id, sent.id);
  await rig.assertSound();
});

test("INV-3: units that are sent leave the shelf, and a cancelled fulfillment puts them back among the committed", async () => {
  const { order, variant, line } = await placeUnits(5);
  const part = await send(order.id, { line_items: [{ id: line, quantity: 2 }] });
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 3 });
  assert.equal((await rig.get(order.id)).fulfillment_status, "partially_fulfilled");
  const rest = await send(order.id);
  assert.deepEqual(
    rest.line_items.map(({ quantity }) => quantity),
    [3],
  );
  await rig.told();
  const cancelled = await cancel(part);
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 2 });
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), ["fulfillment/cancel", "order/update"]);
  assert.deepEqual(await cancel(part), cancelled);
  assert.deepEqual(await rig.told(), []);
  assert.equal((await rig.get(order.id)).line_items[0]?.unfulfilled_quantity, 2);
  await send(order.id, { line_items: [{ id: line, quantity: 2 }] });
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 0 });
  await rig.assertSound();
});

test("units come from the fulfillment order that is named, else from the asked location first and then in order", async () => {
  const { order, line } = await placeSplit();
  const [first, second] = order.fulfillment_orders;
  assert.ok(first && second);
  const item = second.line_items[0];
  const named = await send(order.id, {
    fulfillment_order: {
      fulfillment_order_id: second.id,
      line_items: [
        { id: line, quantity: 1, name: "x", fulfillment_order_item_id: item?.fulfillment_order_item_id },
      ],
    },
  });
  assert.deepEqual([named.fulfillment_order_id, named.location_id], [second.id, second.location_id]);
  const several = await send(order.id, {
    location_id: second.location_id,
    line_items: [{ id: line, quantity: 2 }],
  });
  assert.deepEqual([several.fulfillment_order_id, several.location_id], [null, second.location_id]);
  assert.deepEqual(
    several.line_items.map(({ quantity }) => quantity),
    [2],
  );
  const rest = await send(order.id, { fulfillment_order: { fulfillment_order_id: first.id } });
  assert.deepEqual([rest.fulfillment_order_id, rest.line_items[0]?.quantity], [first.id, 2]);
  assert.deepEqual(
    (await rig.get(order.id)).fulfillment_orders.map(({ status }) => status),
    ["closed", "closed"],
  );
  await rig.assertSound();
});

test("what is not there to be sent is refused by name, and nothing is changed", async () => {
  const { order, line } = await placeSplit();
  const [first, second] = order.fulfillment_orders;
  assert.ok(first && second);
  const itemOfFirst = first.line_items[0]?.fulfillment_order_item_id;
  const of = (id: number, more: object) => ({ fulfillment_order: { fulfillment_order_id: id, ...more } });
  const items = (more: object) => of(second.id, { line_items: [{ quantity: 1, ...more }] });
  const wrong: [object, string][] = [
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
    [{ location_id: first.location_id, ...of(second.id, {}) }, "location_id"],
    [of(second.id + 999, {}), "fulfillment_order.fulfillment_order_id"],
    [items({ id: line, quantity: 3 }), "fulfillment_order.line_items.0.quantity"],
    [items({}), "fulfillment_order.line_items.0.id"],
    [
      items({ fulfillment_order_item_id: itemOfFirst }),
      "fulfillment_order.line_items.0.fulfillment_order_item_id",
    ],
    [{ line_items: [{ id: line, quantity: 2 }], ...items({ id: line }) }, "line_items"],
  ];
  await rig.told();
  for (const [body, path] of wrong)
    await assert.rejects(send(order.id, body), refused("invalid", path), path);
  assert.deepEqual(await rig.get(order.id), order);
  assert.deepEqual(await rig.told(), []);
  await assert.rejects(send(order.id + 999), refused("not_found"));
});

test("an order that is sent whole or cancelled cannot be sent, and one that is sent cannot be cancelled", async () => {
  const { order, line } = await placeUnits(1);
  const sent = await send(order.id);
  await assert.rejects(send(order.id), refused("conflict", "fulfillment_status"));
  await assert.rejects(
    send(order.id, { line_items: [{ id: line, quantity: 1 }] }),
    refused("conflict", "fulfillment_status"),
  );
  await assert.rejects(rig.on(operations.cancelOrder, order.id), refused("conflict", "fulfillments"));
  await cancel(sent);
  await rig.on(operations.cancelOrder, order.id);
  await assert.rejects(send(order.id), refused("conflict", "status"));
  await rig.assertSound();
});

test("ORD-8: what is sent of a fulfillment changes, the courier by either name, and is told once", async () => {
  const { order } = await placeUnits(2);
  const made = await send(order.id, { tracking_company: "Pos Laju", service: "Next day" });
  await rig.told();
  const moved = await update(made, { courier: "Lebuh", tracking_number: "L1", status: "in_transit" });
  assert.deepEqual(
    [moved.tracking_company, moved.tracking_number, moved.service, moved.status],
    ["Lebuh", "L1", "Next day", "in_transit"],
  );
  assert.ok(moved.updated_at > made.updated_at);
  assert.equal(moved.created_at, made.created_at);
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), ["fulfillment/update", "order/update"]);
  assert.deepEqual(await update(moved, { tracking_company: "Lebuh", status: "in_transit" }), moved);
  assert.deepEqual(await update(moved, {}), moved);
  assert.deepEqual(await rig.told(), []);
  await assert.rejects(update(moved, { courier: "A", tracking_company: "B" }), refused("invalid", "courier"));
});

test("a fulfillment goes by the ways that are drawn: delivered and cancelled are final", async () => {
  const { order, line } = await placeUnits(2);
  const made = await send(order.id, { line_items: [{ id: line, quantity: 1 }], status: "failed" });
  assert.equal(made.status, "failed");
  for (const status of ["pending", "out_for_delivery", "in_transit", "failed", "delivered"])
    assert.equal((await update(made, { status })).status, status);
  await assert.rejects(update(made, { status: "in_transit" }), refused("conflict", "status"));
  await assert.rejects(cancel(made), refused("conflict", "status"));
  assert.equal((await update(made, { status: "delivered", message: "Signed." })).message, "Signed.");
  const other = await send(order.id);
  await assert.rejects(update(other, { status: "cancelled" }), refused("conflict", "status"));
  await cancel(other);
  for (const body of [{ status: "pending" }, { message: "New" }, { is_mail: 1 }])
    await assert.rejects(update(other, body), refused("conflict", "status"));
  assert.equal((await update(other, { status: "cancelled" })).status, "cancelled");
});

test("a fulfillment whose units came back, or are in a return, stays; units of other lines do not hold it", async () => {
  const [variant, other] = [await rig.newVariant(3), await rig.newVariant(1)];
  const of = (variant_id: number, quantity: number) => ({ variant_id, quantity });
  const { id, line_items } = await rig.place({ line_items: [of(variant, 3), of(other, 1)] });
  const [line = 0, otherLine = 0] = line_items.map((one) => one.id);
  const part = (quantity: number) => ({ line_items: [{ id: line, quantity }] });
  const [first, second, third] = [
    await send(id, part(2)),
    await send(id, part(1)),
    await send(id, { line_items: [{ id: otherLine, quantity: 1 }] }),
  ];
  const request = (body: object) => ({ params: { order_id: id }, body });
  const back = { return_line_items: [{ line_item_id: line, quantity: 2 }] };
  await rig.call(operations.createReturn, request(back));
  await assert.rejects(cancel(first), refused("conflict", "line_items"));
  const refund = { restock_items: [{ line_item_id: line, quantity: 2 }] };
  await rig.call(operations.createRefund, request(refund));
  assert.equal((await cancel(third)).status, "cancelled");
  await assert.rejects(cancel(second), refused("conflict", "line_items"));
  await rig.assertSound();
});

test("of eight clients who send the same units at once one does, and units are never sent twice", async () => {
  const { order, variant, line } = await placeUnits(5);
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => send(order.id, { line_items: [{ id: line, quantity: 4 }] })),
  );
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
  for (const tried of tries)
    if (tried.status === "rejected") refused("invalid", "line_items.0.quantity")(tried.reason);
  const rest = await Promise.allSettled(Array.from({ length: 8 }, () => send(order.id)));
  assert.equal(rest.filter(({ status }) => status === "fulfilled").length, 1);
  for (const tried of rest)
    if (tried.status === "rejected") refused("conflict", "fulfillment_status")(tried.reason);
  assert.deepEqual(await rig.stock(variant), { available: 0, committed: 0 });
  assert.equal((await rig.get(order.id)).line_items[0]?.fulfilled_quantity, 5);
  await rig.assertSound();
});

test("an order has so many fulfillments at most, cancelled ones among them", async () => {
  const { order, line } = await placeUnits(2);
  await rig.db.database.query(
    `insert into fulfillments (store_id, order_id, location_id, status, tracking_company, tracking_number, tracking_url, service,
       message, app_handle, consignment_note_url, created_at, updated_at)
     select $1, $2, $3, 'cancelled', '', '', '', '', '', '', '', now(), now() from generate_series(1, $4::integer)`,
    [rig.shop.store.id, order.id, rig.shop.primary, mostFulfillments - 1],
  );
  const one = { line_items: [{ id: line, quantity: 1 }] };
  await cancel(await send(order.id, one));
  await assert.rejects(send(order.id, one), refused("conflict", "fulfillments"));
});
