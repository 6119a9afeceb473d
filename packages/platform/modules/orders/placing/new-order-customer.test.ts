import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { waitForLockWaits } from "@souk/testkit";
import { catchInvalidFields } from "../../../infrastructure/routing/testing/catch-api-error.ts";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

const line_items = [{ name: "Something", price: "20.00", quantity: 1 }];

test("a customer sent with an order is found by email or created", async () => {
  const customer = { first_name: "Mei", email: "mei.new@kedai.test" };
  const firstOrder = await fixture.placeOrder({
    line_items,
    customer,
    transactions: [{ kind: "sale", amount: "20.00" }],
  });
  const secondOrder = await fixture.placeOrder({ line_items, customer: { email: "MEI.NEW@kedai.test" } });
  assert.equal(secondOrder.customer_id, firstOrder.customer_id);
  assert.equal(firstOrder.email, "mei.new@kedai.test");
  const { customer: createdCustomer } = await fixture.call<{
    customer: { order_count: number; total_spent: string; last_order_id: number };
  }>(operations.getCustomer, { params: { id: firstOrder.customer_id } });
  const { order_count, total_spent, last_order_id } = createdCustomer;
  assert.deepEqual([order_count, total_spent, last_order_id], [2, "20.00", secondOrder.id]);
  const invalidOrder = {
    line_items: [{ variant_id: 987654321, quantity: 1 }],
    customer: { email: "nobody@kedai.test" },
  };
  assert.deepEqual(await catchInvalidFields(fixture.placeOrder(invalidOrder)), ["line_items.0.variant_id"]);
  const rows = await fixture.db.database.many("select from customers where email = 'nobody@kedai.test'");
  assert.equal(rows.length, 0);
});

test("an order's own email and phone have priority over those of its customer", async () => {
  const id = await fixture.createCustomer({ first_name: "Ana", phone: "+60123456789" });
  const inputByPhone = { line_items, customer: { email: "ana@new.test", phone: "+60 12-345 6789" } };
  const orderByPhone = await fixture.placeOrder(inputByPhone);
  assert.deepEqual(
    [orderByPhone.customer_id, orderByPhone.email, orderByPhone.phone],
    [id, "ana@new.test", "+60123456789"],
  );
  assert.equal(orderByPhone.customer?.email, "");
  const orderById = await fixture.placeOrder({ line_items, customer: { id, email: "ana@new.test" } });
  assert.deepEqual([orderById.email, orderById.phone], ["ana@new.test", "+60123456789"]);
  const orderWithOwnContact = await fixture.placeOrder({
    ...inputByPhone,
    email: "counter@new.test",
    phone: "+60399999999",
  });
  assert.deepEqual(
    [orderWithOwnContact.email, orderWithOwnContact.phone],
    ["counter@new.test", "+60399999999"],
  );
});

/** Place an order for a customer that another transaction has inserted but not committed. */
async function placeDuringInsert(newCustomer: { email: string; phone: string }, customer: object) {
  const { database } = fixture.db;
  return database.transaction(async (tx) => {
    await tx.query("insert into customers (store_id, first_name, email, phone) values ($1, 'Siti', $2, $3)", [
      fixture.seededStore.store.id,
      newCustomer.email,
      newCustomer.phone,
    ]);
    const pendingOrder = fixture.placeOrder({ line_items, customer });
    pendingOrder.catch(() => undefined);
    await waitForLockWaits(database);
    return { pendingOrder };
  });
}

test("an order gets its customer even if the customer is created while the order is being placed", async () => {
  const siti = { email: "siti@kedai.test", phone: "+60133333333" };
  const order = await (await placeDuringInsert(siti, { email: "siti@kedai.test" })).pendingOrder;
  assert.equal(order.customer?.first_name, "Siti");
  const params = { id: order.customer_id };
  const { customer } = await fixture.call<{ customer: { order_count: number } }>(operations.getCustomer, {
    params,
  });
  assert.equal(customer.order_count, 1);
  const noor = { email: "noor@kedai.test", phone: "+60144444444" };
  const otherOrder = await (await placeDuringInsert(noor, { phone: "+60144444444" })).pendingOrder;
  assert.deepEqual([otherOrder.customer?.email, otherOrder.email], ["noor@kedai.test", "noor@kedai.test"]);
});

test("errors in a new order's customer have a field path that starts with customer", async () => {
  assert.deepEqual(await catchInvalidFields(fixture.placeOrder({ line_items, customer: { phone: "12" } })), [
    "customer.phone",
  ]);
});
