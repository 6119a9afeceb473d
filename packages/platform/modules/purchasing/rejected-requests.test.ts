import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchApiError, catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
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

test("receiving more units than a purchase order line has left is rejected, and stock does not change", async () => {
  const [firstVariant, lastVariant] = [await fixture.createVariant(), await fixture.createVariant()];
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    line_items: [firstVariant, lastVariant].map((variant_id) => ({ variant_id, quantity: 3 })),
  });
  const [firstLineId, lastLineId] = order.line_items.map(({ id }) => id);
  const receiveUnits = (...line_items: object[]) =>
    fixture.callOnPurchaseOrder(receive, order.id, { line_items });
  assert.deepEqual(
    await catchInvalidFields(receiveUnits({ id: firstLineId, quantity: 1 }, { id: lastLineId, quantity: 4 })),
    ["line_items.1.quantity"],
  );
  assert.deepEqual(
    await catchInvalidFields(
      receiveUnits({ id: firstLineId, quantity: 1 }, { id: firstLineId, quantity: 1 }),
    ),
    ["line_items.1.id"],
  );
  assert.deepEqual(await catchInvalidFields(receiveUnits({ id: 999_999, quantity: 1 })), ["line_items.0.id"]);
  assert.deepEqual(await fixture.getStock(firstVariant, primaryLocationId), { available: 0, incoming: 3 });
  await fixture.callOnPurchaseOrder(receive, order.id);
  assert.deepEqual(await catchInvalidFields(receiveUnits({ id: firstLineId, quantity: 1 })), [
    "line_items.0.quantity",
  ]);
});

test("a status change that a purchase order does not allow is a conflict", async () => {
  const variant = await fixture.createVariant();
  const createOrder = (status: string) =>
    fixture.createPurchaseOrder({ status, line_items: [{ variant_id: variant, quantity: 1 }] });
  const assertConflict = async (call: Promise<unknown>, pattern: RegExp) => {
    const { code, message, details } = await catchApiError(call);
    assert.equal(code, "conflict");
    assert.match(message, pattern);
    assert.deepEqual(
      details.fields?.map(({ path }) => path),
      ["status"],
    );
  };
  const draft = await createOrder("draft");
  await assertConflict(
    fixture.callOnPurchaseOrder(receive, draft.id),
    /is draft and cannot be changed to received/,
  );
  await assertConflict(
    fixture.callOnPurchaseOrder(update, draft.id, { status: "received" }),
    /receive\.json/,
  );
  await assertConflict(
    fixture.callOnPurchaseOrder(update, draft.id, { status: "cancelled" }),
    /cancel\.json/,
  );
  const openOrder = await createOrder("ordered");
  await assertConflict(
    fixture.callOnPurchaseOrder(update, openOrder.id, { status: "draft" }),
    /cannot be changed to draft/,
  );
  await assertConflict(
    fixture.callOnPurchaseOrder(remove, openOrder.id),
    /Only a draft or canceled purchase order/,
  );
  await fixture.callOnPurchaseOrder(receive, openOrder.id);
  await assertConflict(
    fixture.callOnPurchaseOrder(cancel, openOrder.id),
    /is received and cannot be changed to canceled/,
  );
  await assertConflict(
    fixture.callOnPurchaseOrder(remove, openOrder.id),
    /Only a draft or canceled purchase order/,
  );
  await fixture.callOnPurchaseOrder(cancel, draft.id);
  await assertConflict(fixture.callOnPurchaseOrder(receive, draft.id), /is canceled/);
  await assertConflict(
    fixture.callOnPurchaseOrder(update, draft.id, { status: "ordered" }),
    /cannot be changed to ordered/,
  );
});

test("some fields of an ordered purchase order cannot be changed, but its note always can", async () => {
  const variant = await fixture.createVariant();
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 1 }],
  });
  const listFixedFields = async (body: object) => {
    const { code, details } = await catchApiError(fixture.callOnPurchaseOrder(update, order.id, body));
    assert.equal(code, "conflict");
    return details.fields?.map(({ path }) => path);
  };
  assert.deepEqual(await listFixedFields({ location_id: secondLocationId, currency_code: "USD" }), [
    "location_id",
    "currency_code",
  ]);
  await fixture.callOnPurchaseOrder(update, order.id, { supplier_name: "Another", expected_at: null });
  await fixture.callOnPurchaseOrder(receive, order.id);
  assert.deepEqual(await listFixedFields({ supplier_name: "A third" }), ["supplier_name"]);
  assert.deepEqual(await listFixedFields({ line_items: [{ variant_id: variant, quantity: 2 }] }), [
    "line_items",
  ]);
  assert.equal((await fixture.callOnPurchaseOrder(update, order.id, { note: "Checked" })).note, "Checked");
});

test("each invalid field of a purchase order gets an error, and nothing is written", async () => {
  const variant = await fixture.createVariant();
  const countOrders = async () =>
    (await fixture.db.database.one<{ n: number }>("select count(*) as n from purchase_orders")).n;
  const countBefore = await countOrders();
  const listInvalidFields = (body: object) => catchInvalidFields(fixture.createPurchaseOrder(body));
  assert.deepEqual(
    await listInvalidFields({ location_id: 999_999, currency_code: "XXY", expected_at: "soon" }),
    ["currency_code", "expected_at", "location_id"],
  );
  assert.deepEqual(await listInvalidFields({ expected_at: "9999-12-31T23:59:59-23:59" }), ["expected_at"]);
  const line = { variant_id: variant, quantity: 1 };
  assert.deepEqual(await listInvalidFields({ line_items: [line, line] }), ["line_items.1.variant_id"]);
  assert.deepEqual(await listInvalidFields({ line_items: [{ variant_id: 999_999, quantity: 1 }] }), [
    "line_items.0.variant_id",
  ]);
  assert.deepEqual(await listInvalidFields({ line_items: [{ ...line, cost_price: "1.234" }] }), [
    "line_items.0.cost_price",
  ]);
  assert.deepEqual(
    await listInvalidFields({ currency_code: "JPY", line_items: [{ ...line, cost_price: "1.5" }] }),
    ["line_items.0.cost_price"],
  );
  assert.deepEqual(await listInvalidFields({ status: "ordered" }), ["line_items"]);
  assert.equal(await countOrders(), countBefore);
  const order = await fixture.createPurchaseOrder({ line_items: [line] });
  const listInvalidLineFields = (line_items: object[]) =>
    catchInvalidFields(fixture.callOnPurchaseOrder(update, order.id, { line_items }));
  assert.deepEqual(await listInvalidLineFields([{ quantity: 1 }]), ["line_items.0.variant_id"]);
  assert.deepEqual(await listInvalidLineFields([{ id: 999_999, quantity: 1 }]), ["line_items.0.id"]);
  const otherVariant = await fixture.createVariant();
  assert.deepEqual(await listInvalidLineFields([{ variant_id: otherVariant }]), ["line_items.0.quantity"]);
  const { id } = order.line_items[0] ?? assert.fail();
  assert.deepEqual(await listInvalidLineFields([{ id, variant_id: otherVariant }]), [
    "line_items.0.variant_id",
  ]);
  assert.deepEqual(await listInvalidLineFields([{ id }, { variant_id: variant }]), [
    "line_items.1.variant_id",
  ]);
  // The line has the cost of the fixture's variants, 7.50.
  const currencyChange = fixture.callOnPurchaseOrder(update, order.id, { currency_code: "JPY" });
  assert.deepEqual(
    await catchInvalidFields(currencyChange),
    ["currency_code"],
    "7.50 is not an amount in JPY",
  );
  const changeToYen = (line: object) =>
    fixture.callOnPurchaseOrder(update, order.id, { currency_code: "JPY", line_items: [{ id, ...line }] });
  assert.deepEqual(
    await catchInvalidFields(changeToYen({ quantity: 2 })),
    ["currency_code"],
    "the cost of an updated line is still 7.50",
  );
  assert.equal((await changeToYen({ cost_price: "8" })).line_items[0]?.cost_price, "8");
});

test("an inactive location can receive ordered units, but no more units can be ordered for it", async () => {
  const { database } = fixture.db;
  const row = await database.maybeOne<{ id: number }>(
    "insert into locations (store_id, code, name) values ($1, 'pier', 'Pier') returning id",
    [fixture.seededStore.store.id],
  );
  const inactiveLocation = row?.id ?? 0;
  const line_items = [{ variant_id: await fixture.createVariant(), quantity: 2 }];
  const order = await fixture.createPurchaseOrder({
    status: "ordered",
    location_id: inactiveLocation,
    line_items,
  });
  const draft = await fixture.createPurchaseOrder({ location_id: inactiveLocation, line_items });
  await database.query("update locations set is_active = false where id = $1", [inactiveLocation]);
  assert.deepEqual(
    await catchInvalidFields(fixture.callOnPurchaseOrder(update, draft.id, { status: "ordered" })),
    ["location_id"],
  );
  const [line] = order.line_items;
  const updateWithMoreUnits = fixture.callOnPurchaseOrder(update, order.id, {
    line_items: [{ id: line?.id, quantity: 3 }],
  });
  assert.deepEqual(
    await catchInvalidFields(updateWithMoreUnits),
    ["location_id"],
    "an inactive location cannot get more incoming units",
  );
  await fixture.callOnPurchaseOrder(update, order.id, { line_items: [{ id: line?.id, quantity: 1 }] });
  assert.equal((await fixture.callOnPurchaseOrder(receive, order.id)).status, "received");
  assert.deepEqual(await fixture.getStock(line?.variant_id ?? 0, inactiveLocation), {
    available: 1,
    incoming: 0,
  });
  const otherDraft = await fixture.createPurchaseOrder({ location_id: primaryLocationId, line_items });
  await database.query("update purchase_orders set location_id = 999999 where id = $1", [otherDraft.id]);
  assert.deepEqual(
    await catchInvalidFields(fixture.callOnPurchaseOrder(update, otherDraft.id, { status: "ordered" })),
    ["location_id"],
  );
  assert.equal(
    (await fixture.callOnPurchaseOrder(update, otherDraft.id, { note: "The location was deleted" })).note,
    "The location was deleted",
  );
});
