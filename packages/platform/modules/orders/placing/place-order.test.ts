import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { waitForLockWaits } from "@souk/testkit";
import { catchInvalidFields } from "../../../infrastructure/routing/testing/catch-api-error.ts";
import { lockCustomer } from "../../customers/index.ts";
import { createMissingLevels } from "../../inventory/index.ts";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

test("an order ships from the only location that has all its units, even if another location ranks first", async () => {
  const [variantA, variantB] = [await fixture.createVariant(1), await fixture.createVariant(5)];
  const { secondLocationId, primaryLocationId } = fixture.seededStore;
  await fixture.setStock(variantA, secondLocationId, 4);
  await fixture.setStock(variantB, secondLocationId, 4);
  const order = await fixture.placeOrder({
    line_items: [
      { variant_id: variantA, quantity: 3 },
      { variant_id: variantB, quantity: 3 },
    ],
  });
  assert.deepEqual(
    order.fulfillment_orders.map(({ location_id }) => location_id),
    [secondLocationId],
  );
  assert.deepEqual(await fixture.getStock(variantA, primaryLocationId), { available: 1, committed: 0 });
  assert.deepEqual(await fixture.getStock(variantA, secondLocationId), { available: 1, committed: 3 });
});

test("an order that no location can ship in full is split over locations", async () => {
  const variant = await fixture.createVariant(2);
  const { secondLocationId, primaryLocationId } = fixture.seededStore;
  await fixture.setStock(variant, secondLocationId, 5);
  const order = await fixture.placeOrder({
    line_items: [
      { variant_id: variant, quantity: 6 },
      { name: "Card", price: "1", quantity: 1 },
    ],
  });
  assert.deepEqual(
    order.fulfillment_orders.map(({ location_id, line_items }) => [
      location_id,
      line_items.map(({ quantity }) => quantity),
    ]),
    [
      [primaryLocationId, [2, 1]],
      [secondLocationId, [4]],
    ],
  );
  assert.deepEqual(
    order.line_items.map(({ location_id }) => location_id),
    [null, primaryLocationId],
  );
  assert.deepEqual(await fixture.getStock(variant, secondLocationId), { available: 1, committed: 4 });
  await fixture.assertConsistent();
});

test("the inventory policy and `inventory_behaviour` decide whether an order oversells", async () => {
  const continueVariant = await fixture.createVariant(1, "continue");
  const denyVariant = await fixture.createVariant(1);
  await fixture.placeOrder({ line_items: [{ variant_id: continueVariant, quantity: 3 }] });
  assert.deepEqual(await fixture.getStock(continueVariant), { available: -2, committed: 3 });
  const orderInput = { line_items: [{ variant_id: denyVariant, quantity: 3 }] };
  assert.deepEqual(await catchInvalidFields(fixture.placeOrder(orderInput)), ["line_items.0.quantity"]);
  const oversoldOrder = await fixture.placeOrder({
    ...orderInput,
    inventory_behaviour: "decrement_ignoring_policy",
  });
  assert.deepEqual(await fixture.getStock(denyVariant), { available: -2, committed: 3 });
  await fixture.callOnOrder(operations.cancelOrder, oversoldOrder.id);
  const bypassOrder = await fixture.placeOrder({ ...orderInput, inventory_behaviour: "bypass" });
  assert.deepEqual(await fixture.getStock(denyVariant), { available: 1, committed: 0 });
  await fixture.callOnOrder(operations.cancelOrder, bypassOrder.id);
  assert.deepEqual(await fixture.getStock(denyVariant), { available: 1, committed: 0 });
  await fixture.assertConsistent();
});

test("an order in another currency has converted prices and keeps its exchange rate", async () => {
  const variant = await fixture.createVariant(5);
  const currency = { code: "SGD", rate: "0.2987", rounding: "0.05" };
  await fixture.db.database.query(
    "insert into currencies (store_id, code, rate, rounding) values ($1, $2, $3, $4)",
    [fixture.seededStore.store.id, currency.code, currency.rate, currency.rounding],
  );
  const order = await fixture.placeOrder({
    currency_code: "SGD",
    line_items: [{ variant_id: variant, quantity: 2 }],
  });
  // The price of each of the 2 units is 10.00 at 0.2987, which is 2.987, rounded to 3.00 because of the rounding to 0.05.
  assert.deepEqual([order.total_price, order.exchange_rate], ["6.00", "0.2987"]);
  await fixture.db.database.query("update currencies set rate = 0.5 where code = 'SGD'");
  await fixture.callOnOrder(operations.updateOrder, order.id, { note: "later" });
  assert.equal((await fixture.getOrder(order.id)).exchange_rate, "0.2987");
});

test("a price in the store's own currency ignores the rounding set for that currency", async () => {
  const variant = await fixture.createVariant(5);
  const { id, currency_code } = fixture.seededStore.store;
  await fixture.db.database.query("update variants set price = 9.99 where id = $1", [variant]);
  await fixture.db.database.query("update currencies set rounding = 0.05 where store_id = $1 and code = $2", [
    id,
    currency_code,
  ]);
  const order = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 1 }] });
  assert.equal(order.total_price, "9.99");
});

test("store credit and points can pay an order and are refunded when it is canceled", async () => {
  const id = await fixture.createCustomer({ first_name: "Aisyah" });
  const params = { customer_id: id };
  await fixture.call(operations.adjustCredit, { params, body: { adjustment_amount: "15.00" } });
  await fixture.call(operations.adjustPoint, { params, body: { value: 300 } });
  const line_items = [{ name: "Something", price: "20.00", quantity: 1 }];
  const credit = { kind: "sale", amount: "15.00", gateway: { type: "credit" } };
  const points = { kind: "sale", amount: "3.00", points: 300, gateway: { type: "point" } };
  const order = await fixture.placeOrder({ customer_id: id, line_items, transactions: [credit, points] });
  assert.deepEqual(
    [order.credit_used, order.point_used, order.financial_status, order.amount_due],
    ["15.00", 300, "partially_paid", "2.00"],
  );
  const getBalances = async () => {
    const { customer } = await fixture.call<{ customer: { total_credit: string; total_point: number } }>(
      operations.getCustomer,
      {
        params: { id },
      },
    );
    return [customer.total_credit, customer.total_point];
  };
  assert.deepEqual(await getBalances(), ["0.00", 0]);
  assert.deepEqual(
    await catchInvalidFields(fixture.placeOrder({ customer_id: id, line_items, transactions: [credit] })),
    ["transactions.0.amount"],
  );
  assert.deepEqual(
    await catchInvalidFields(fixture.placeOrder({ customer_id: id, line_items, transactions: [points] })),
    ["transactions.0.points"],
  );
  const canceledOrder = await fixture.callOnOrder(operations.cancelOrder, order.id);
  assert.deepEqual(await getBalances(), ["15.00", 300]);
  assert.deepEqual(
    [canceledOrder.credit_used, canceledOrder.point_used, canceledOrder.financial_status],
    ["0.00", 0, "refunded"],
  );
  await fixture.assertConsistent();
});

test("a rejected order creates no inventory level", async () => {
  const variant = await fixture.createVariant(1, "continue");
  const customer_id = await fixture.createCustomer({ first_name: "Hana" });
  const { secondLocationId } = fixture.seededStore;
  const line_items = [{ variant_id: variant, quantity: 1 }];
  const transactions = [{ kind: "sale", amount: "10.00", gateway: { type: "point" }, points: 10 }];
  const body = { customer_id, location_id: secondLocationId, line_items };
  assert.deepEqual(await catchInvalidFields(fixture.placeOrder({ ...body, transactions })), [
    "transactions.0.points",
  ]);
  const countLevels = async () =>
    (await fixture.db.database.query("select from inventory_levels where variant_id = $1", [variant]))
      .rowCount;
  assert.equal(await countLevels(), 1);
  await fixture.placeOrder(body);
  assert.equal(await countLevels(), 2);
  assert.deepEqual(await fixture.getStock(variant, secondLocationId), { available: -1, committed: 1 });
  await fixture.assertConsistent();
});

test("each invalid amount, discount, tax, payment and date of an order is reported", async () => {
  const variant = await fixture.createVariant(1);
  const body = {
    line_items: [
      { variant_id: variant, quantity: 1, price: "10.001" },
      { name: "Card", price: "1.00", quantity: 1, total_discount: "2" },
    ],
    discounts: [{ type: "percentage" }, { type: "fixed_amount" }],
    tax_lines: [{ title: "SST" }],
    transactions: [
      { kind: "capture", amount: "1" },
      { kind: "sale", amount: "1", gateway: { type: "credit" } },
      { kind: "sale" },
    ],
    processed_at: "yesterday",
  };
  assert.deepEqual((await catchInvalidFields(fixture.placeOrder(body))).toSorted(), [
    "discounts.0.value",
    "discounts.1.amount",
    "line_items.0.price",
    "line_items.1.total_discount",
    "processed_at",
    "tax_lines.0.rate",
    "transactions.0.kind",
    "transactions.1.gateway.type",
    "transactions.2.amount",
  ]);
  assert.deepEqual(await fixture.getStock(variant), { available: 1, committed: 0 });
});

test("included taxes cannot exceed the prices that include them", async () => {
  const line_items = [{ name: "Card", price: "10.00", quantity: 1 }];
  const body = { line_items, taxes_included: true, shipping_fees: [{ name: "Post", price: "5.00" }] };
  const placeWithDuty = (price: string) =>
    fixture.placeOrder({
      ...body,
      tax_lines: [
        { title: "SST", rate: "0.06" },
        { title: "Duty", price },
      ],
    });
  assert.deepEqual(await catchInvalidFields(placeWithDuty("500.00")), ["tax_lines.1.price"]);
  // The SST included in 10.00 is 0.57, so at most 14.43 of the 15.00 can be duty.
  assert.deepEqual(await catchInvalidFields(placeWithDuty("14.44")), ["tax_lines.1.price"]);
  assert.equal((await placeWithDuty("14.43")).total_price, "15.00");
  const orderWithAddedTax = await fixture.placeOrder({
    line_items,
    tax_lines: [{ title: "Duty", price: "500.00" }],
  });
  assert.equal(orderWithAddedTax.total_price, "510.00");
});

test("a blank name of an order's shipping fee, tax or staff member is rejected", async () => {
  const blankInput = {
    line_items: [{ name: "Card", price: "10.00", quantity: 1 }],
    shipping_fees: [{ name: "  ", price: "5.00" }],
    tax_lines: [{ title: " ", rate: "0.06" }],
    sales_attributions: { staff: [{ name: "   " }] },
  };
  assert.deepEqual((await catchInvalidFields(fixture.placeOrder(blankInput))).toSorted(), [
    "sales_attributions.staff.0.name",
    "shipping_fees.0.name",
    "tax_lines.0.title",
  ]);
});

test("an order locks its customer before it creates an inventory level", async () => {
  const { store, secondLocationId } = fixture.seededStore;
  const { database } = fixture.db;
  const variant_id = await fixture.createVariant(1, "continue");
  const customer_id = await fixture.createCustomer({ first_name: "Lina" });
  const { pendingOrder } = await database.transaction(async (tx) => {
    await tx.query("set local lock_timeout = '300ms'");
    await lockCustomer(tx, store, customer_id);
    const line_items = [{ variant_id, quantity: 1 }];
    const pendingOrder = fixture.placeOrder({ customer_id, location_id: secondLocationId, line_items });
    await waitForLockWaits(database);
    // The transaction that holds the customer's lock can still create the level.
    await createMissingLevels(tx, store, [{ variant_id, location_id: secondLocationId }]);
    // The promise is returned in an object, so that the transaction does not wait for the order.
    return { pendingOrder };
  });
  assert.equal((await pendingOrder).customer_id, customer_id);
  assert.deepEqual(await fixture.getStock(variant_id, secondLocationId), { available: -1, committed: 1 });
  await fixture.assertConsistent();
});

test("an order is rejected if its location is deleted while the order is being placed", async () => {
  const { store } = fixture.seededStore;
  const { database } = fixture.db;
  const createResponse = await fixture.call<{ location: { id: number } }>(operations.createLocation, {
    body: { name: "Fair" },
  });
  const location_id = createResponse.location.id;
  const { pendingFields } = await database.transaction(async (tx) => {
    await tx.query("delete from locations where store_id = $1 and id = $2", [store.id, location_id]);
    const line_items = [{ name: "Card", price: "1", quantity: 1 }];
    const pendingFields = catchInvalidFields(fixture.placeOrder({ location_id, line_items }));
    await waitForLockWaits(database);
    // The promise is returned in an object, so that the transaction does not wait for the order.
    return { pendingFields };
  });
  assert.deepEqual(await pendingFields, ["location_id"]);
});

test("simultaneous orders of one variant get unique numbers", async () => {
  const variant = await fixture.createVariant(40);
  const placedOrders = await Promise.all(
    Array.from({ length: 30 }, () =>
      fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 1 }] }),
    ),
  );
  assert.equal(new Set(placedOrders.map(({ number }) => number)).size, 30);
  assert.deepEqual(await fixture.getStock(variant), { available: 10, committed: 30 });
});
