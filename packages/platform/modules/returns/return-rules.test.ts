import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  maxNoteBytesPerOrder,
  maxReturns,
  maxTextBytes,
  type OperationResponse,
  operations,
} from "@souk/contract";
import { Errors } from "typebox/value";
import { catchErrorFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import type { OrdersFixture } from "../orders/testing/orders-fixture.ts";
import { fulfillUnits } from "./testing/fulfill-units.ts";
import { createReturnsFixture, type OrderReturn, type ReturnsFixture } from "./testing/returns-fixture.ts";

let fixture: OrdersFixture;
let createReturn: ReturnsFixture["createReturn"];
let callOnReturn: ReturnsFixture["callOnReturn"];
let placeFulfilledOrder: ReturnsFixture["placeFulfilledOrder"];

before(async () => {
  ({ orders: fixture, createReturn, callOnReturn, placeFulfilledOrder } = await createReturnsFixture());
});
after(() => fixture.stop());

test("returned units are restocked only at an active location of the store", async () => {
  const { order, variant, lineId } = await placeFulfilledOrder(2);
  const buildReturnTo = (location_id: number) => ({
    return_line_items: [{ line_item_id: lineId, quantity: 1, location_id }],
  });
  assert.deepEqual(await catchErrorFields("invalid", createReturn(order.id, buildReturnTo(999_999))), [
    "return_line_items.0.location_id",
  ]);
  const orderReturn = await createReturn(order.id, buildReturnTo(fixture.seededStore.secondLocationId));
  await callOnReturn(operations.acceptReturn, orderReturn);
  const setActive = (is_active: boolean) =>
    fixture.db.database.query("update locations set is_active = $2 where id = $1", [
      fixture.seededStore.secondLocationId,
      is_active,
    ]);
  await setActive(false);
  assert.deepEqual(await catchErrorFields("conflict", callOnReturn(operations.completeReturn, orderReturn)), [
    "return_line_items.0.location_id",
  ]);
  await setActive(true);
  await callOnReturn(operations.completeReturn, orderReturn);
  assert.deepEqual(await fixture.getStock(variant, fixture.seededStore.secondLocationId), {
    available: 1,
    committed: 0,
  });
  await fixture.assertConsistent();
});

test("if an accepted return's location is deleted, another location can be set", async () => {
  const variants = [await fixture.createVariant(1), await fixture.createVariant(1)];
  const { id } = await fixture.placeOrder({
    line_items: variants.map((variant_id) => ({ variant_id, quantity: 1 })),
  });
  await fulfillUnits(fixture, id);
  const [lineWithoutRestock, restockedLine] = (await fixture.getOrder(id)).line_items.map((line) => line.id);
  const { location } = await fixture.call<{ location: { id: number } }>(operations.createLocation, {
    body: { name: "Pop-up" },
  });
  const oneUnitAtPopUp = { quantity: 1, location_id: location.id };
  const orderReturn = await createReturn(id, {
    return_line_items: [
      { line_item_id: lineWithoutRestock, restock: false, ...oneUnitAtPopUp },
      { line_item_id: restockedLine, ...oneUnitAtPopUp },
    ],
  });
  await callOnReturn(operations.acceptReturn, orderReturn);
  await fixture.call(operations.deleteLocation, { params: { id: location.id } });
  const fields = await catchErrorFields("conflict", callOnReturn(operations.completeReturn, orderReturn));
  assert.deepEqual(fields, ["return_line_items.1.location_id"]);
  const newLocation = { line_item_id: restockedLine, location_id: fixture.seededStore.secondLocationId };
  const updateLine = (fields: object) =>
    callOnReturn(operations.updateReturn, orderReturn, {
      return_line_items: [{ ...newLocation, ...fields }],
    });
  for (const otherFields of [{ quantity: 2 }, { reason: "Torn" }, { restock: false }])
    assert.deepEqual(await catchErrorFields("conflict", updateLine(otherFields)), ["status"]);
  assert.equal(
    (await updateLine({})).return_line_items[1]?.location_id,
    fixture.seededStore.secondLocationId,
  );
  await callOnReturn(operations.completeReturn, orderReturn);
  assert.deepEqual(await fixture.getStock(variants[1] ?? 0, fixture.seededStore.secondLocationId), {
    available: 1,
    committed: 0,
  });
  assert.deepEqual(
    await catchErrorFields("conflict", updateLine({ location_id: fixture.seededStore.primaryLocationId })),
    ["status"],
  );
  await fixture.assertConsistent();
});

test("simultaneous returns never contain more units than were fulfilled", async () => {
  const { order, lineId } = await placeFulfilledOrder(3);
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () =>
      createReturn(order.id, { return_line_items: [{ line_item_id: lineId, quantity: 1 }] }),
    ),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 3);
  const returns = (await fixture.getOrder(order.id)).returns;
  const statusResults = await Promise.allSettled(
    returns.flatMap((orderReturn) => [
      callOnReturn(operations.acceptReturn, orderReturn),
      callOnReturn(operations.cancelReturn, orderReturn),
    ]),
  );
  assert.ok(statusResults.some(({ status }) => status === "fulfilled"));
  await fixture.assertConsistent();
});

test("returns can be listed with filters and a cursor", async () => {
  const { order, lineId } = await placeFulfilledOrder(3);
  const createdReturns: OrderReturn[] = [];
  for (let n = 0; n < 3; n++)
    createdReturns.push(
      await createReturn(order.id, { return_line_items: [{ line_item_id: lineId, quantity: 1 }] }),
    );
  const [firstReturn, secondReturn, thirdReturn] = createdReturns as [OrderReturn, OrderReturn, OrderReturn];
  await callOnReturn(operations.cancelReturn, secondReturn);
  const list = async (query: string) => {
    const response = await fixture.call<OperationResponse<typeof operations.listReturns>>(
      operations.listReturns,
      {
        query: `order_id=${order.id}&${query}`,
      },
    );
    assert.deepEqual([...Errors(operations.listReturns.response, response)], []);
    return response;
  };
  const wholeList = await list("");
  assert.deepEqual(
    wholeList.order_returns.map(({ id, status }) => [id, status]),
    [
      [firstReturn.id, "requested"],
      [secondReturn.id, "cancelled"],
      [thirdReturn.id, "requested"],
    ],
  );
  assert.deepEqual(wholeList.order_returns[0], firstReturn);
  assert.deepEqual(
    (await list("status=requested&sort=id.desc")).order_returns.map(({ id }) => id),
    [thirdReturn.id, firstReturn.id],
  );
  const page = await list("limit=2");
  assert.equal(page.total_count, 3);
  const nextPage = await list(`limit=2&cursor=${page.next_cursor}`);
  assert.deepEqual(
    [nextPage.order_returns.map(({ id }) => id), nextPage.next_cursor],
    [[thirdReturn.id], null],
  );
  const { count } = await fixture.call<{ count: number }>(operations.countReturns, {
    query: `ids=${firstReturn.id},${secondReturn.id}&status=cancelled`,
  });
  assert.equal(count, 1);
  assert.deepEqual(await catchErrorFields("invalid", list("status=lost")), ["status"]);
});

test("an order has a maximum number of returns, including canceled ones", async () => {
  const { order, lineId } = await placeFulfilledOrder(2);
  await fixture.db.database.query(
    `insert into order_returns (store_id, order_id, status, note, created_at, updated_at)
     select $1, $2, 'cancelled', '', now(), now() from generate_series(1, $3::integer)`,
    [fixture.seededStore.store.id, order.id, maxReturns - 1],
  );
  const oneUnit = { return_line_items: [{ line_item_id: lineId, quantity: 1 }] };
  await callOnReturn(operations.cancelReturn, await createReturn(order.id, oneUnit));
  assert.deepEqual(await catchErrorFields("conflict", createReturn(order.id, oneUnit)), ["returns"]);
});

test("the notes of an order's refunds and returns share a length limit, and can be shortened at the limit", async () => {
  const { order, lineId } = await placeFulfilledOrder(maxNoteBytesPerOrder / maxTextBytes.note + 2);
  const note = "x".repeat(maxTextBytes.note);
  const oneUnit = { return_line_items: [{ line_item_id: lineId, quantity: 1 }] };
  const createRefund = (refundNote: string) =>
    fixture.call(operations.createRefund, {
      params: { order_id: order.id },
      body: { restock_items: [{ line_item_id: lineId, quantity: 1 }], note: refundNote },
    });
  const createdReturns: OrderReturn[] = [];
  for (let bytes = maxNoteBytesPerOrder - note.length; bytes > 0; bytes -= note.length)
    createdReturns.push(await createReturn(order.id, { ...oneUnit, note }));
  await createRefund(note);
  assert.deepEqual(await catchErrorFields("conflict", createRefund("x")), ["note"]);
  assert.deepEqual(await catchErrorFields("conflict", createReturn(order.id, { ...oneUnit, note: "x" })), [
    "note",
  ]);
  const returnWithoutNote = await createReturn(order.id, oneUnit);
  assert.deepEqual(
    await catchErrorFields(
      "conflict",
      callOnReturn(operations.updateReturn, returnWithoutNote, { note: "x" }),
    ),
    ["note"],
  );
  await callOnReturn(operations.updateReturn, createdReturns[0] ?? assert.fail(), { note: "" });
  await callOnReturn(operations.updateReturn, returnWithoutNote, { note: "x" });
});

test("if two returns contain the same unit, only the return that is accepted first can be completed", async () => {
  const { order, lineId } = await placeFulfilledOrder(2);
  const oneUnit = { return_line_items: [{ line_item_id: lineId, quantity: 1 }] };
  const [firstReturn, secondReturn] = [
    await createReturn(order.id, oneUnit),
    await createReturn(order.id, oneUnit),
  ];
  await fixture.call(operations.createRefund, {
    params: { order_id: order.id },
    body: { restock_items: [{ line_item_id: lineId, quantity: 1 }] },
  });
  // The quantity of each return was valid when it was requested, so its reason can still be changed. The quantity
  // cannot increase.
  const body = { return_line_items: [{ line_item_id: lineId, quantity: 1, reason: "Torn" }] };
  assert.equal(
    (await callOnReturn(operations.updateReturn, firstReturn, body)).return_line_items[0]?.reason,
    "Torn",
  );
  const increasedQuantity = { return_line_items: [{ line_item_id: lineId, quantity: 2 }] };
  assert.deepEqual(
    await catchErrorFields("invalid", callOnReturn(operations.updateReturn, firstReturn, increasedQuantity)),
    ["return_line_items.0.quantity"],
  );
  await callOnReturn(operations.acceptReturn, firstReturn);
  const acceptance = callOnReturn(operations.acceptReturn, secondReturn);
  assert.deepEqual(await catchErrorFields("conflict", acceptance), ["return_line_items.0.quantity"]);
  assert.equal((await callOnReturn(operations.completeReturn, firstReturn)).status, "completed");
  assert.deepEqual(await catchErrorFields("conflict", callOnReturn(operations.acceptReturn, secondReturn)), [
    "return_line_items.0.quantity",
  ]);
  await callOnReturn(operations.cancelReturn, secondReturn);
  await fixture.assertConsistent();
});
