import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { lockAwaited } from "@souk/testkit";
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
  const first = await fixture.place({
    line_items,
    customer,
    transactions: [{ kind: "sale", amount: "20.00" }],
  });
  const second = await fixture.place({ line_items, customer: { email: "MEI.NEW@kedai.test" } });
  assert.equal(second.customer_id, first.customer_id);
  assert.equal(first.email, "mei.new@kedai.test");
  const { customer: known } = await fixture.call<{
    customer: { order_count: number; total_spent: string; last_order_id: number };
  }>(operations.getCustomer, { params: { id: first.customer_id } });
  assert.deepEqual([known.order_count, known.total_spent, known.last_order_id], [2, "20.00", second.id]);
  const rejected = {
    line_items: [{ variant_id: 987654321, quantity: 1 }],
    customer: { email: "nobody@kedai.test" },
  };
  assert.deepEqual(await catchInvalidFields(fixture.place(rejected)), ["line_items.0.variant_id"]);
  const rows = await fixture.db.database.many("select from customers where email = 'nobody@kedai.test'");
  assert.equal(rows.length, 0);
});

test("an order's contact is the email and phone sent with its customer", async () => {
  const id = await fixture.newCustomer({ first_name: "Ana", phone: "+60123456789" });
  const byPhone = { line_items, customer: { email: "ana@new.test", phone: "+60 12-345 6789" } };
  const found = await fixture.place(byPhone);
  assert.deepEqual([found.customer_id, found.email, found.phone], [id, "ana@new.test", "+60123456789"]);
  assert.equal(found.customer?.email, "");
  const byId = await fixture.place({ line_items, customer: { id, email: "ana@new.test" } });
  assert.deepEqual([byId.email, byId.phone], ["ana@new.test", "+60123456789"]);
  const withOwnContact = await fixture.place({
    ...byPhone,
    email: "counter@new.test",
    phone: "+60399999999",
  });
  assert.deepEqual([withOwnContact.email, withOwnContact.phone], ["counter@new.test", "+60399999999"]);
});

/** Place an order for a customer that another transaction has inserted but not committed. */
async function placeDuringInsert(inserted: { email: string; phone: string }, customer: object) {
  const { database } = fixture.db;
  return database.transaction(async (tx) => {
    await tx.query("insert into customers (store_id, first_name, email, phone) values ($1, 'Siti', $2, $3)", [
      fixture.seededStore.store.id,
      inserted.email,
      inserted.phone,
    ]);
    const placing = fixture.place({ line_items, customer });
    placing.catch(() => undefined);
    await lockAwaited(database);
    return { placing };
  });
}

test("a customer created elsewhere while their first order is placed gets the order", async () => {
  const siti = { email: "siti@kedai.test", phone: "+60133333333" };
  const order = await (await placeDuringInsert(siti, { email: "siti@kedai.test" })).placing;
  assert.equal(order.customer?.first_name, "Siti");
  const params = { id: order.customer_id };
  const { customer } = await fixture.call<{ customer: { order_count: number } }>(operations.getCustomer, {
    params,
  });
  assert.equal(customer.order_count, 1);
  const byPhone = { email: "noor@kedai.test", phone: "+60144444444" };
  const other = await (await placeDuringInsert(byPhone, { phone: "+60144444444" })).placing;
  assert.deepEqual([other.customer?.email, other.email], ["noor@kedai.test", "noor@kedai.test"]);
});

test("an invalid field of a new order's customer is reported under customer", async () => {
  assert.deepEqual(await catchInvalidFields(fixture.place({ line_items, customer: { phone: "12" } })), [
    "customer.phone",
  ]);
});
