import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { lockAwaited } from "@souk/testkit";
import { fieldsOf } from "../../../routing/testing/refusal-of.ts";
import { type OrdersRig, ordersRig } from "../testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

const line_items = [{ name: "Something", price: "20.00", quantity: 1 }];

test("who buys is known by their e-mail address, or made with the order, and what they spent is theirs", async () => {
  const customer = { first_name: "Mei", email: "mei.new@kedai.test" };
  const first = await rig.place({ line_items, customer, transactions: [{ kind: "sale", amount: "20.00" }] });
  const second = await rig.place({ line_items, customer: { email: "MEI.NEW@kedai.test" } });
  assert.equal(second.customer_id, first.customer_id);
  assert.equal(first.email, "mei.new@kedai.test");
  const { customer: known } = await rig.call<{
    customer: { order_count: number; total_spent: string; last_order_id: number };
  }>(operations.getCustomer, { params: { id: first.customer_id } });
  assert.deepEqual([known.order_count, known.total_spent, known.last_order_id], [2, "20.00", second.id]);
  const refused = {
    line_items: [{ variant_id: 987654321, quantity: 1 }],
    customer: { email: "nobody@kedai.test" },
  };
  assert.deepEqual(await fieldsOf(rig.place(refused)), ["line_items.0.variant_id"]);
  const { rows } = await rig.db.database.query("select from customers where email = 'nobody@kedai.test'");
  assert.equal(rows.length, 0);
});

test("an order is mailed where its customer is sent with, also when they are known by their phone number or id alone", async () => {
  const id = await rig.newCustomer({ first_name: "Ana", phone: "+60123456789" });
  const byPhone = { line_items, customer: { email: "ana@new.test", phone: "+60 12-345 6789" } };
  const found = await rig.place(byPhone);
  assert.deepEqual([found.customer_id, found.email, found.phone], [id, "ana@new.test", "+60123456789"]);
  assert.equal(found.customer?.email, "");
  const byId = await rig.place({ line_items, customer: { id, email: "ana@new.test" } });
  assert.deepEqual([byId.email, byId.phone], ["ana@new.test", "+60123456789"]);
  const own = await rig.place({ ...byPhone, email: "desk@new.test", phone: "+60399999999" });
  assert.deepEqual([own.email, own.phone], ["desk@new.test", "+60399999999"]);
});

/** Places an order of a customer whom another transaction has made and not committed yet. */
async function placedWhileMade(made: { email: string; phone: string }, customer: object) {
  const { database } = rig.db;
  return database.transaction(async (tx) => {
    await tx.query("insert into customers (store_id, first_name, email, phone) values ($1, 'Siti', $2, $3)", [
      rig.shop.store.id,
      made.email,
      made.phone,
    ]);
    const placing = rig.place({ line_items, customer });
    placing.catch(() => undefined);
    await lockAwaited(database);
    return { placing };
  });
}

test("a customer who is made elsewhere while their first order is placed is the order's", async () => {
  const siti = { email: "siti@kedai.test", phone: "+60133333333" };
  const order = await (await placedWhileMade(siti, { email: "siti@kedai.test" })).placing;
  assert.equal(order.customer?.first_name, "Siti");
  const params = { id: order.customer_id };
  const { customer } = await rig.call<{ customer: { order_count: number } }>(operations.getCustomer, {
    params,
  });
  assert.equal(customer.order_count, 1);
  const byPhone = { email: "noor@kedai.test", phone: "+60144444444" };
  const other = await (await placedWhileMade(byPhone, { phone: "+60144444444" })).placing;
  assert.deepEqual([other.customer?.email, other.email], ["noor@kedai.test", "noor@kedai.test"]);
});

test("what is wrong of a new order's customer is named within it", async () => {
  assert.deepEqual(await fieldsOf(rig.place({ line_items, customer: { phone: "12" } })), ["customer.phone"]);
});
