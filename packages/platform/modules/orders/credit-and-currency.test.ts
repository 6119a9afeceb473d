import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform, waitForLockWaits } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";

const scopes = [
  "read_store",
  "write_store",
  "read_orders",
  "write_orders",
  "read_customers",
  "write_customers",
];
let testPlatform: TestPlatform;
let api: StoreApi;
let customer_id: number;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform, { scopes });
  const updatePrices =
    "update variants set price = 12, compare_at_price = null, cost_price = null where store_id = $1";
  await testPlatform.database.query(updatePrices, [api.store.id]);
  const insertCustomer =
    "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 30.50) returning id";
  customer_id =
    (await testPlatform.database.maybeOne<{ id: number }>(insertCustomer, [api.store.id]))?.id ?? 0;
});
after(() => testPlatform.stop());

interface PaidOrder {
  id: number;
  number: number;
  transactions: { id: number }[];
}

const call = (path: string, json: object, method = "POST") => api.call(method, `/3.0${path}.json`, { json });

/** Place an order that is paid with store credit, and assert that it is accepted. */
async function placePaidOrder(amount: string): Promise<PaidOrder> {
  const response = await requestPaidOrder(amount);
  assert.equal(response.status, 200, response.text);
  return response.json<{ order: PaidOrder }>().order;
}

const requestPaidOrder = (amount: string) =>
  call("/orders", {
    customer_id,
    line_items: [{ name: "Something", price: amount, quantity: 1 }],
    transactions: [{ kind: "sale", amount, gateway: { type: "credit" } }],
  });

async function getCredit(): Promise<number> {
  const text = "select total_credit::float as credit from customers where store_id = $1 and id = $2";
  const row = await testPlatform.database.maybeOne<{ credit: number }>(text, [api.store.id, customer_id]);
  return row?.credit ?? 0;
}

test("a store cannot change to a currency with fewer decimal places than its orders' store credit", async () => {
  const fractionalOrder = await placePaidOrder("10.50");
  const wholeOrder = await placePaidOrder("10.00");
  assert.equal(await getCredit(), 10);
  const response = await call("/store", { currency_code: "JPY" }, "PUT");
  assert.equal(
    readError(response).fields?.[0]?.message,
    `The store credit that order #${fractionalOrder.number} was paid with has more decimal places than JPY. Cancel the order or refund its store credit in full first.`,
  );
  assert.equal((await call(`/orders/${fractionalOrder.id}/cancel`, {})).status, 200);
  assert.equal((await requestPaidOrder("20.50")).status, 200);
  assert.equal(await getCredit(), 0);
  // Clear the store credit that paid the order of 20.50, so that this order does not block the change.
  await testPlatform.database.query(
    "update orders set credit_used = 0 where store_id = $1 and credit_used = 20.5",
    [api.store.id],
  );
  assert.equal((await call("/store", { currency_code: "JPY" }, "PUT")).status, 200);
  const partialRefund = await call(`/orders/${wholeOrder.id}/refund`, { amount: "4.50" });
  assert.deepEqual([partialRefund.status, readError(partialRefund).fields?.[0]?.path], [409, "amount"]);
  assert.equal((await call(`/orders/${wholeOrder.id}/refund`, { amount: "4.00" })).status, 200);
  assert.equal((await call(`/orders/${wholeOrder.id}/cancel`, {})).status, 200);
  assert.equal(await getCredit(), 10);
});

test("an order of a deleted customer does not block a currency change", async () => {
  const { database } = testPlatform;
  assert.equal((await call("/store", { currency_code: "MYR" }, "PUT")).status, 200);
  const order = await placePaidOrder("0.50");
  await database.query("update customers set total_credit = 10 where store_id = $1", [api.store.id]);
  assert.equal((await call("/store", { currency_code: "JPY" }, "PUT")).status, 422);
  const deletedCustomerId = 987654321;
  await database.query(`update orders set customer_id = ${deletedCustomerId} where id = $1`, [order.id]);
  assert.equal((await call("/store", { currency_code: "JPY" }, "PUT")).status, 200);
  await database.query("update orders set customer_id = $2 where id = $1", [order.id, customer_id]);
});

test("charges and refunds of store credit wait while the store's currency changes", async () => {
  const order = await placePaidOrder("4");
  const { database } = testPlatform;
  const { pendingResponses } = await database.transaction(async (tx) => {
    await tx.query("select from stores where id = $1 for no key update", [api.store.id]);
    const pendingResponses = [requestPaidOrder("4"), call(`/orders/${order.id}/cancel`, {})];
    await waitForLockWaits(database, { count: 2, statement: "%from stores where id = $1 %" });
    return { pendingResponses };
  });
  assert.deepEqual(
    (await Promise.all(pendingResponses)).map(({ status }) => status),
    [200, 200],
  );
  assert.equal(await getCredit(), 6);
});
