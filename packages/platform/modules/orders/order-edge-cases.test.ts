import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { waitForLockWaits } from "@souk/testkit";
import { catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

const line_items = [{ name: "Something", price: "10.00", quantity: 1 }];

interface CustomerTotals {
  order_count: number;
  last_order_id: number | null;
}

const getCustomer = async (id: number) =>
  (await fixture.call<{ customer: CustomerTotals }>(operations.getCustomer, { params: { id } })).customer;

test("simultaneous first orders of one new customer all belong to that customer", async () => {
  const orders = await Promise.all(
    Array.from({ length: 6 }, () =>
      fixture.placeOrder({ line_items, customer: { email: "at.once@kedai.test" } }),
    ),
  );
  assert.equal(new Set(orders.map(({ customer_id }) => customer_id)).size, 1);
  assert.equal((await getCustomer(orders[0]?.customer_id ?? 0)).order_count, 6);
});

test("an order with an unknown customer id is rejected", async () => {
  assert.deepEqual(
    await catchInvalidFields(fixture.placeOrder({ line_items, customer: { id: 987654321 } })),
    ["customer.id"],
  );
  assert.deepEqual(await catchInvalidFields(fixture.placeOrder({ line_items, customer_id: 987654321 })), [
    "customer_id",
  ]);
});

test("an order is rejected if its total is too high in its own or the store's currency", async () => {
  const largeLines = [{ name: "Something", price: "999999999999", quantity: 1_000_000 }];
  assert.deepEqual(await catchInvalidFields(fixture.placeOrder({ line_items: largeLines })), ["line_items"]);
  await fixture.db.database.query(
    "insert into currencies (store_id, code, rate) values ($1, 'VND', 0.000000001)",
    [fixture.seededStore.store.id],
  );
  const expensiveLines = [{ name: "Something", price: "10000000", quantity: 1 }];
  assert.deepEqual(
    await catchInvalidFields(fixture.placeOrder({ line_items: expensiveLines, currency_code: "VND" })),
    ["line_items"],
  );
});

test("an update that only reorders the keys of an order's address does not change the order", async () => {
  const shipping_address = {
    zip: "50400",
    city: "Kuala Lumpur",
    first_name: "Mei",
    country_code: "MY",
    latitude: 3.123456789,
  };
  const order = await fixture.placeOrder({
    line_items,
    shipping_address,
    note_attributes: [{ name: "gift", value: "yes", more: 1 }],
  });
  assert.equal(order.shipping_address?.latitude, 3.123457);
  assert.deepEqual(order.note_attributes, [{ name: "gift", value: "yes" }]);
  await fixture.takeEvents();
  const updatedOrder = await fixture.callOnOrder(operations.updateOrder, order.id, {
    shipping_address: {
      country_code: "MY",
      latitude: 3.123456789,
      first_name: "Mei",
      city: "Kuala Lumpur",
      zip: "50400",
    },
    note_attributes: [{ value: "yes", name: "gift" }],
  });
  assert.deepEqual(await fixture.takeEvents(), []);
  assert.deepEqual(updatedOrder, order);
});

test("updating part of an order's address keeps its other fields, and null removes the address", async () => {
  const order = await fixture.placeOrder({
    line_items,
    shipping_address: {
      first_name: "Mei",
      address1: "1 Jalan Ampang",
      city: "Kuala Lumpur",
      country_code: "MY",
    },
  });
  const shipping_address = { phone: "+60123456789" };
  const orderWithPhone = await fixture.callOnOrder(operations.updateOrder, order.id, { shipping_address });
  assert.deepEqual(orderWithPhone.shipping_address, { ...order.shipping_address, ...shipping_address });
  const { billing_address } = await fixture.callOnOrder(operations.updateOrder, order.id, {
    billing_address: { city: "Ipoh" },
  });
  assert.deepEqual([billing_address?.city, billing_address?.first_name], ["Ipoh", ""]);
  const orderWithoutAddress = await fixture.callOnOrder(operations.updateOrder, order.id, {
    shipping_address: null,
  });
  assert.equal(orderWithoutAddress.shipping_address, null);
});

test("an order can be updated with its own JSON, even if a location or country in it no longer exists", async () => {
  const { location } = await fixture.call<{ location: { id: number } }>(operations.createLocation, {
    body: { name: "Fair" },
  });
  const sales_attributions = { location: [{ location_id: location.id }] };
  const { id } = await fixture.placeOrder({
    line_items,
    shipping_address: { city: "Split" },
    sales_attributions,
  });
  await fixture.api.text(operations.deleteLocation, fixture.seededStore.store, {
    params: { id: location.id },
  });
  // YU was the country code of Yugoslavia and is no longer valid.
  await fixture.db.database.query(
    `update orders set shipping_address = shipping_address || '{"country_code":"YU"}', version = version + 1 where id = $1`,
    [id],
  );
  const loadedOrder = await fixture.getOrder(id);
  assert.equal(loadedOrder.sales_attributions.location[0]?.location_name, "Fair");
  assert.deepEqual(await fixture.callOnOrder(operations.updateOrder, id, loadedOrder), loadedOrder);
  const invalidBody = { shipping_address: { country_code: "YV" } };
  assert.deepEqual(await catchInvalidFields(fixture.callOnOrder(operations.updateOrder, id, invalidBody)), [
    "shipping_address.country_code",
  ]);
});

test("the JSON of a newly placed order equals the JSON rebuilt from its rows", async () => {
  const variantId = await fixture.createVariant(3);
  await fixture.db.database.query("update variants set cost_price = 8.5 where id = $1", [variantId]);
  const order = await fixture.placeOrder({
    customer_id: await fixture.createCustomer({ first_name: "Aisyah" }),
    line_items: [{ variant_id: variantId, quantity: 1 }],
    billing_address: { first_name: "Aisyah", zip: "1" },
    discounts: [{ code: "TEN", type: "percentage", value: 10 }],
    tax_lines: [{ title: "SST", rate: "0.06" }],
  });
  await fixture.db.database.query("delete from order_documents where order_id = $1", [order.id]);
  const text = await fixture.api.text(operations.getOrder, fixture.seededStore.store, {
    params: { id: order.id },
  });
  assert.equal(text, JSON.stringify({ order }));
  assert.equal(order.line_items[0]?.cost_price, "8.50");
});

test("a customer's last order is updated when an order is assigned to another customer", async () => {
  const [mei, farid] = [
    await fixture.createCustomer({ first_name: "Mei" }),
    await fixture.createCustomer({ first_name: "Farid" }),
  ];
  const firstOrder = await fixture.placeOrder({ line_items, customer_id: mei });
  const secondOrder = await fixture.placeOrder({ line_items, customer_id: farid });
  const assignCustomer = (order: OrderDocument, customer_id: number) =>
    fixture.callOnOrder(operations.updateOrder, order.id, { customer_id });
  await assignCustomer(firstOrder, farid);
  assert.deepEqual(
    [(await getCustomer(farid)).last_order_id, (await getCustomer(mei)).last_order_id],
    [secondOrder.id, null],
  );
  await assignCustomer(secondOrder, mei);
  assert.deepEqual(
    [(await getCustomer(farid)).last_order_id, (await getCustomer(mei)).last_order_id],
    [firstOrder.id, secondOrder.id],
  );
  await fixture.callOnOrder(operations.cancelOrder, secondOrder.id);
  await fixture.api.text(operations.deleteOrder, fixture.seededStore.store, {
    params: { id: secondOrder.id },
  });
  const customer = await getCustomer(mei);
  assert.deepEqual([customer.last_order_id, customer.order_count], [null, 0]);
  await fixture.assertConsistent();
});

test("a customer's last order is correct if orders are placed and deleted simultaneously", async () => {
  const customer_id = await fixture.createCustomer({ first_name: "Siti" });
  await fixture.placeOrder({ line_items, customer_id });
  const canceledOrder = await fixture.placeOrder({ line_items, customer_id });
  await fixture.callOnOrder(operations.cancelOrder, canceledOrder.id);
  const { database } = fixture.db;
  const { pendingOrder, pendingDeletion } = await database.transaction(async (tx) => {
    await tx.query("select from customers where id = $1 for no key update", [customer_id]);
    const pendingOrder = fixture.placeOrder({ line_items, customer_id });
    await waitForLockWaits(database, { count: 1 });
    const params = { id: canceledOrder.id };
    const pendingDeletion = fixture.api.text(operations.deleteOrder, fixture.seededStore.store, { params });
    await waitForLockWaits(database, { count: 2 });
    return { pendingOrder, pendingDeletion };
  });
  const [newOrder] = await Promise.all([pendingOrder, pendingDeletion]);
  const { last_order_id, order_count } = await getCustomer(customer_id);
  assert.deepEqual([last_order_id, order_count], [newOrder.id, 2]);
});

test("an order cannot be assigned to a customer who is being deleted", async () => {
  const customer_id = await fixture.createCustomer({ first_name: "Rosnah" });
  const order = await fixture.placeOrder({ line_items });
  const { database } = fixture.db;
  const { pendingFields } = await database.transaction(async (tx) => {
    await tx.query("delete from customers where store_id = $1 and id = $2", [
      fixture.seededStore.store.id,
      customer_id,
    ]);
    const pendingFields = catchInvalidFields(
      fixture.callOnOrder(operations.updateOrder, order.id, { customer_id }),
    );
    await waitForLockWaits(database);
    return { pendingFields };
  });
  assert.deepEqual(await pendingFields, ["customer_id"]);
  assert.deepEqual((await fixture.getOrder(order.id)).customer, null);
});

test("each order event shows the order at the event's time, even after the order is deleted", async () => {
  await fixture.takeEvents();
  const { id } = await fixture.placeOrder({ line_items });
  await fixture.callOnOrder(operations.updateOrder, id, { note: "Twice" });
  await fixture.callOnOrder(operations.cancelOrder, id);
  await fixture.api.text(operations.deleteOrder, fixture.seededStore.store, { params: { id } });
  const events = (await fixture.takeEvents()).filter(({ topic }) => topic.startsWith("order/"));
  assert.deepEqual(
    events.map(({ topic, payload }) => [topic, JSON.parse(payload ?? "").order.note]),
    [
      ["order/create", ""],
      ["order/update", "Twice"],
      ["order/update", "Twice"],
      ["order/cancel", "Twice"],
    ],
  );
});

test("an order that costs nothing counts as paid and publishes order/paid", async () => {
  await fixture.takeEvents();
  const order = await fixture.placeOrder({ line_items: [{ name: "Sample", price: "0", quantity: 1 }] });
  assert.equal(order.financial_status, "paid");
  assert.deepEqual(
    (await fixture.takeEvents()).map(({ topic }) => topic),
    ["order/create", "order/paid"],
  );
});

test("an order of a deleted variant can be canceled", async () => {
  const variantId = await fixture.createVariant(1);
  const order = await fixture.placeOrder({ line_items: [{ variant_id: variantId, quantity: 1 }] });
  const product = await fixture.db.database.maybeOne<{ id: number }>(
    "select product_id as id from variants where id = $1",
    [variantId],
  );
  await fixture.api.text(operations.deleteProduct, fixture.seededStore.store, {
    params: { id: product?.id },
  });
  assert.equal((await fixture.callOnOrder(operations.cancelOrder, order.id)).status, "cancelled");
  await fixture.assertConsistent();
});
