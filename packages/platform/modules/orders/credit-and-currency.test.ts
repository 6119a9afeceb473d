import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "../../http/testing/shop-api.ts";

const scopes = ["read_store", "write_store", "read_orders", "write_orders"];
let testing: TestPlatform;
let api: ShopApi;
let customer_id: number;

before(async () => {
  testing = await testPlatform();
  api = await shopApi(testing, { scopes });
  const whole =
    "update variants set price = 12, compare_at_price = null, cost_price = null where store_id = $1";
  await testing.database.query(whole, [api.shop.id]);
  const add =
    "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 30.50) returning id";
  customer_id = (await testing.database.query<{ id: number }>(add, [api.shop.id])).rows[0]?.id ?? 0;
});
after(() => testing.stop());

interface PaidOrder {
  id: number;
  number: number;
  transactions: { id: number }[];
}

const call = (path: string, json: object, method = "POST") => api.call(method, `/3.0${path}.json`, { json });

async function paidWithCredit(amount: string): Promise<PaidOrder> {
  const placed = await place(amount);
  assert.equal(placed.status, 200, placed.text);
  return placed.json<{ order: PaidOrder }>().order;
}

const place = (amount: string) =>
  call("/orders", {
    customer_id,
    line_items: [{ name: "Something", price: amount, quantity: 1 }],
    transactions: [{ kind: "sale", amount, gateway: { type: "credit" } }],
  });

async function credit(): Promise<number> {
  const text = "select total_credit::float as credit from customers where store_id = $1 and id = $2";
  const { rows } = await testing.database.query<{ credit: number }>(text, [api.shop.id, customer_id]);
  return rows[0]?.credit ?? 0;
}

test("a currency with fewer decimals is refused while an order would give back credit that is cut, and from then on none is", async () => {
  const cut = await paidWithCredit("10.50");
  const whole = await paidWithCredit("10.00");
  assert.equal(await credit(), 10);
  const refused = await call("/store", { currency_code: "JPY" }, "PUT");
  assert.equal(
    errorOf(refused).fields?.[0]?.message,
    `The store credit that order #${cut.number} was paid with has more decimals than JPY has; cancel the order, or refund that payment in full, first.`,
  );
  assert.equal((await call(`/orders/${cut.id}/cancel`, {})).status, 200);
  assert.equal((await place("20.50")).status, 200);
  assert.equal(await credit(), 0);
  await testing.database.query(
    "update orders set credit_used = 0 where store_id = $1 and credit_used = 20.5",
    [api.shop.id],
  );
  assert.equal((await call("/store", { currency_code: "JPY" }, "PUT")).status, 200);
  const some = await call(`/orders/${whole.id}/refund`, { amount: "4.50" });
  assert.deepEqual([some.status, errorOf(some).fields?.[0]?.path], [409, "amount"]);
  assert.equal((await call(`/orders/${whole.id}/refund`, { amount: "4.00" })).status, 200);
  assert.equal((await call(`/orders/${whole.id}/cancel`, {})).status, 200);
  assert.equal(await credit(), 10);
});

test("an order whose customer is gone gives nothing back, and keeps the store from no currency", async () => {
  const { database } = testing;
  assert.equal((await call("/store", { currency_code: "MYR" }, "PUT")).status, 200);
  const order = await paidWithCredit("0.50");
  await database.query("update customers set total_credit = 10 where store_id = $1", [api.shop.id]);
  assert.equal((await call("/store", { currency_code: "JPY" }, "PUT")).status, 422);
  await database.query("update orders set customer_id = 987654321 where id = $1", [order.id]);
  assert.equal((await call("/store", { currency_code: "JPY" }, "PUT")).status, 200);
  await database.query("update orders set customer_id = $2 where id = $1", [order.id, customer_id]);
});

test("credit is neither taken nor given back while the store's currency changes", async () => {
  const order = await paidWithCredit("4");
  const { database } = testing;
  const { moving } = await database.transaction(async (tx) => {
    await tx.query("select from stores where id = $1 for no key update", [api.shop.id]);
    const moving = [place("4"), call(`/orders/${order.id}/cancel`, {})];
    await lockAwaited(database, { count: 2, statement: "%from stores where id = $1 %" });
    return { moving };
  });
  assert.deepEqual(
    (await Promise.all(moving)).map(({ status }) => status),
    [200, 200],
  );
  assert.equal(await credit(), 6);
});
