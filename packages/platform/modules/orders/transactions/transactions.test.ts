import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxPayments, maxRefunds, operations } from "@souk/contract";
import { catchErrorText } from "../../../infrastructure/routing/testing/catch-api-error.ts";
import { createMoneyCalls, type MoneyCalls, type TransactionDocument } from "../testing/money-calls.ts";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;
let money: MoneyCalls;

before(async () => {
  fixture = await createOrdersFixture();
  money = createMoneyCalls(fixture);
});
after(() => fixture.stop());

const takeTopics = async () => (await fixture.takeEvents()).map(({ topic }) => topic).sort();

test("sales pay an order in part, in full and beyond; order/paid is published once", async () => {
  const { id } = await money.placeFor("30.00");
  await fixture.takeEvents();
  const first = await money.record(id, { kind: "sale", amount: 10, reference: " TT-1 " });
  assert.deepEqual([first.status, first.amount, first.reference], ["success", "10.00", "TT-1"]);
  assert.deepEqual(await takeTopics(), ["order/partially_paid", "order/update"]);
  await money.record(id, { kind: "sale", amount: "20.00" });
  assert.deepEqual(await takeTopics(), ["order/paid", "order/update"]);
  await money.record(id, { kind: "sale", amount: "5.50" });
  assert.deepEqual(await takeTopics(), ["order/update"]);
  const order = await fixture.get(id);
  assert.deepEqual(
    [order.financial_status, order.total_paid, order.overpaid_amount, order.amount_due],
    ["paid", "35.50", "5.50", "0.00"],
  );
  assert.deepEqual(order.transactions[0], first);
  await fixture.assertConsistent();
});

test("a refund does not increase the amount due of an order", async () => {
  const { id } = await money.placeFor("10.00");
  await money.record(id, { kind: "sale", amount: "6.00" });
  await money.refund(id, { amount: "6.00" });
  assert.equal((await fixture.get(id)).amount_due, "4.00");
  await fixture.takeEvents();
  await money.record(id, { kind: "sale", amount: "4.00" });
  assert.deepEqual(await takeTopics(), ["order/paid", "order/update"]);
  await money.record(id, { kind: "sale", amount: "6.00" });
  assert.deepEqual(await takeTopics(), ["order/update"]);
  const { total_paid, amount_due, overpaid_amount, financial_status } = await fixture.get(id);
  assert.deepEqual(
    [total_paid, amount_due, overpaid_amount, financial_status],
    ["16.00", "0.00", "0.00", "partially_refunded"],
  );
  await fixture.assertConsistent();
});

test("an authorization is captured in parts, and the remainder is voided", async () => {
  const { id } = await money.placeFor("50.00");
  const authorized = await money.record(id, {
    kind: "authorization",
    amount: "50.00",
    gateway: { type: "cards", title: "Cards", method: "visa" },
  });
  assert.equal((await fixture.get(id)).financial_status, "authorized");
  const capture = await money.record(id, { kind: "capture", amount: "20.00" });
  assert.deepEqual([capture.parent_id, capture.gateway], [authorized.id, authorized.gateway]);
  assert.equal(
    await catchErrorText(money.record(id, { kind: "capture", amount: "30.01" })),
    "invalid amount",
  );
  const voided = await money.record(id, { kind: "void" });
  assert.deepEqual([voided.amount, voided.parent_id], ["30.00", authorized.id]);
  assert.equal(await catchErrorText(money.record(id, { kind: "capture" })), "invalid parent_id");
  const order = await fixture.get(id);
  assert.deepEqual([order.financial_status, order.total_paid], ["partially_paid", "20.00"]);
  await fixture.assertConsistent();
});

test("a capture takes everything left of its authorization by default", async () => {
  const { id } = await money.placeFor("50.00");
  const first = await money.record(id, { kind: "authorization", amount: "30.00" });
  await money.record(id, { kind: "authorization", amount: "20.00" });
  assert.equal(await catchErrorText(money.record(id, { kind: "capture" })), "invalid parent_id");
  const capture = await money.record(id, { kind: "capture", parent_id: first.id });
  assert.equal(capture.amount, "30.00");
  assert.equal((await money.record(id, { kind: "capture" })).amount, "20.00");
  assert.equal((await fixture.get(id)).financial_status, "paid");
});

test("cash on delivery is pending until its result is reported once", async () => {
  const { id } = await money.placeFor("30.00");
  const cod = { kind: "sale", amount: "30.00", gateway: { type: "cash_on_delivery" } };
  const pendingSale = await money.record(id, cod);
  assert.equal(pendingSale.status, "pending");
  assert.equal((await fixture.get(id)).financial_status, "pending");
  await fixture.takeEvents();
  const paid = await money.end(id, pendingSale.id, { status: "success", reference: "C-1" });
  assert.deepEqual([paid.status, paid.reference], ["success", "C-1"]);
  assert.deepEqual(await takeTopics(), ["order/paid", "order/update"]);
  assert.deepEqual(await money.end(id, pendingSale.id, { status: "success" }), paid);
  assert.deepEqual(await takeTopics(), []);
  assert.equal(await catchErrorText(money.end(id, pendingSale.id, { status: "failure" })), "conflict status");
  assert.equal(await catchErrorText(money.end(id, 987654321, { status: "failure" })), "not_found");
});

test("a transaction shows when it ended, even after its reference is edited", async () => {
  const { id } = await money.placeFor("30.00");
  const paidAtOnce = await money.record(id, { kind: "sale", amount: "10.00" });
  assert.equal(paidAtOnce.processed_at, paidAtOnce.created_at);
  const pendingSale = await money.record(id, { kind: "sale", amount: "20.00", status: "pending" });
  assert.equal(pendingSale.processed_at, null);
  const paid = await money.end(id, pendingSale.id, { status: "success" });
  assert.equal(paid.processed_at, paid.updated_at);
  // As the previous release wrote it.
  await fixture.db.database.query("update order_transactions set processed_at = null where id = $1", [
    paid.id,
  ]);
  await fixture.takeEvents();
  assert.deepEqual(await money.end(id, pendingSale.id, { status: "success", reference: " " }), paid);
  assert.deepEqual(await takeTopics(), []);
  for (const reference of ["C-1", "C-2"]) {
    const edited = await money.end(id, pendingSale.id, { status: "success", reference });
    assert.equal(edited.processed_at, paid.processed_at);
    assert.ok(Date.parse(edited.updated_at) > Date.parse(paid.updated_at));
  }
});

test("a pending capture reserves its part of the authorization until it fails", async () => {
  const { id } = await money.placeFor("30.00");
  await money.record(id, { kind: "authorization", amount: "30.00" });
  const pending = await money.record(id, { kind: "capture", amount: "20.00", status: "pending" });
  assert.equal(
    await catchErrorText(money.record(id, { kind: "capture", amount: "10.01" })),
    "invalid amount",
  );
  await money.end(id, pending.id, { status: "failure" });
  assert.equal((await money.record(id, { kind: "capture" })).amount, "30.00");
});

test("store credit and points are charged immediately, up to the balance", async () => {
  const customer_id = await money.newBuyer("15.00", 100);
  const { id } = await money.placeFor("30.00", { customer_id });
  const credit = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  await money.record(id, credit);
  assert.equal(await catchErrorText(money.record(id, credit)), "conflict amount");
  const points = { kind: "sale", amount: "5.00", points: 80, gateway: { type: "point" } };
  await money.record(id, points);
  assert.equal(await catchErrorText(money.record(id, points)), "conflict points");
  assert.deepEqual(await money.getBalances(customer_id), {
    total_credit: "5.00",
    total_point: 20,
    total_spent: "15.00",
  });
  const order = await fixture.get(id);
  assert.deepEqual([order.credit_used, order.point_used, order.total_paid], ["10.00", 80, "15.00"]);
  await fixture.assertConsistent();
});

test("store credit of a deleted customer cannot pay", async () => {
  const customer_id = await money.newBuyer("15.00", 0);
  const { id } = await money.placeFor("30.00", { customer_id });
  await fixture.call(operations.deleteCustomer, { params: { id: customer_id } });
  const credit = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  assert.equal(await catchErrorText(money.record(id, credit)), "conflict customer_id");
  assert.equal((await fixture.get(id)).total_paid, "0.00");
});

test("a field that is invalid for a transaction's kind is named in the error", async () => {
  const order = await money.placeFor("30.00");
  const { id } = order;
  const recordError = (body: object) => catchErrorText(money.record(id, body));
  assert.equal(await recordError({ kind: "sale" }), "invalid amount");
  assert.equal(await recordError({ kind: "sale", amount: 0 }), "invalid amount");
  assert.equal(await recordError({ kind: "sale", amount: "1.001" }), "invalid amount");
  assert.equal(await recordError({ kind: "sale", amount: 1, points: 3 }), "invalid points");
  assert.equal(await recordError({ kind: "sale", amount: 1, parent_id: 1 }), "invalid parent_id");
  assert.equal(
    await recordError({ kind: "sale", amount: 1, gateway: { type: "credit" } }),
    "invalid gateway.type",
  );
  assert.equal(await recordError({ kind: "capture" }), "invalid parent_id");
  assert.equal(await recordError({ kind: "void" }), "invalid parent_id");
  assert.equal(await recordError({ kind: "refund" }), "invalid amount");
  const { id: authorization } = await money.record(id, { kind: "authorization", amount: 9 });
  assert.equal(await recordError({ kind: "void", amount: 1 }), "invalid amount");
  assert.equal(await recordError({ kind: "void", status: "pending" }), "invalid status");
  assert.equal(await recordError({ kind: "refund", parent_id: authorization }), "invalid parent_id");
  assert.equal(
    await recordError({ kind: "capture", gateway: { type: "credit" }, points: 1 }),
    "invalid gateway.type points",
  );
  assert.equal((await fixture.get(id)).transactions.length, 1);
  assert.equal(await catchErrorText(money.record(987654321, { kind: "sale", amount: 1 })), "not_found");
});

test("a transaction of kind refund also creates the refund record and publishes it", async () => {
  const { id } = await money.placeFor("30.00");
  const sale = await money.record(id, { kind: "sale", amount: "30.00" });
  await fixture.takeEvents();
  const refundTransaction = await money.record(id, { kind: "refund", amount: "12.00", reference: "RF-1" });
  assert.deepEqual(
    [refundTransaction.parent_id, refundTransaction.amount, refundTransaction.reference],
    [sale.id, "12.00", "RF-1"],
  );
  const { refunds, financial_status } = await fixture.get(id);
  assert.deepEqual(
    [refunds[0]?.transaction_id, refunds[0]?.amount, refunds[0]?.reference_number, financial_status],
    [refundTransaction.id, "12.00", "RF-1", "partially_refunded"],
  );
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["order/update", "refund/create"]);
  const refund = events.find(({ topic }) => topic === "refund/create");
  assert.deepEqual(JSON.parse(refund?.payload ?? ""), { refund: refunds[0] });
});

test("an order has a limited number of payments and refunds", async () => {
  const { id } = await money.placeFor("30.00");
  const { store } = fixture.seededStore;
  const { database } = fixture.db;
  await database.query(
    `insert into order_transactions (store_id, order_id, kind, status, amount, gateway_type, gateway_title, gateway_method,
       reference, created_at, updated_at)
     select $1, $2, 'authorization', status, 1, 'manual', '', '', '', now(), now()
     from generate_series(1, $3::integer), unnest(array['failure', 'pending']) as status`,
    [store.id, id, maxPayments - 1],
  );
  await money.record(id, { kind: "sale", amount: "30.00" });
  assert.equal(
    await catchErrorText(money.record(id, { kind: "sale", amount: "1.00" })),
    "conflict transactions",
  );
  await database.query(
    `insert into refunds (store_id, order_id, status, amount, note, reference_number, created_at, updated_at)
     select $1, $2, 'cancelled', 0, '', '', now(), now() from generate_series(1, $3::integer)`,
    [store.id, id, maxRefunds - 1],
  );
  await money.refund(id, { amount: "1.00" });
  assert.equal(await catchErrorText(money.refund(id, { amount: "1.00" })), "conflict refunds");
});

test("failed payments never block a successful payment", async () => {
  const { id } = await money.placeFor("30.00");
  const sale = (status: string) => money.record(id, { kind: "sale", amount: "15.00", status });
  const pending = await sale("pending");
  await fixture.db.database.query(
    `insert into order_transactions (store_id, order_id, kind, status, amount, gateway_type, gateway_title, gateway_method,
       reference, created_at, updated_at)
     select $1, $2, 'sale', 'failure', 1, 'manual', '', '', '', now(), now() from generate_series(1, $3::integer)`,
    [fixture.seededStore.store.id, id, maxPayments - 1],
  );
  for (const status of ["failure", "pending"])
    assert.equal(await catchErrorText(sale(status)), "conflict transactions", status);
  await money.end(id, pending.id, { status: "failure" });
  assert.equal(await catchErrorText(sale("failure")), "conflict transactions");
  await sale("success");
  await sale("success");
  assert.equal((await fixture.get(id)).financial_status, "paid");
});

test("transactions are listed in pages, counted and read by id", async () => {
  const { id } = await money.placeFor("30.00");
  const created: TransactionDocument[] = [];
  for (const amount of ["1.00", "2.00", "3.00"])
    created.push(await money.record(id, { kind: "sale", amount }));
  const [first, , last] = created;
  const params = { order_id: id };
  const list = (query: string) => fixture.call<object>(operations.listTransactions, { params, query });
  const paging = { total_count: 3, page_count: 2, limit: 2 };
  assert.deepEqual(await list("limit=2"), { transactions: created.slice(0, 2), page: 1, ...paging });
  // LST-3: a page number beyond the last page returns the last page.
  assert.deepEqual(await list("limit=2&page=9"), { transactions: [last], page: 2, ...paging });
  assert.deepEqual(await list("sort=id.desc&limit=1&fields=amount"), {
    transactions: [{ id: last?.id, amount: "3.00" }],
    ...{ total_count: 3, page_count: 3, page: 1, limit: 1 },
  });
  const count = (query: string) => fixture.call(operations.countTransactions, { params, query });
  assert.deepEqual(await count(`since_id=${created[1]?.id}`), { count: 2 });
  assert.deepEqual(await count(`ids=${first?.id},${last?.id}`), { count: 2 });
  assert.deepEqual(await count("created_at_max=2020-01-01"), { count: 0 });
  const get = (transactionId: number) =>
    fixture.call(operations.getTransaction, { params: { ...params, id: transactionId } });
  assert.deepEqual(await get(first?.id ?? 0), { transaction: first });
  const other = await money.placeFor("1.00", { transactions: [{ kind: "sale", amount: 1 }] });
  assert.equal(await catchErrorText(get(other.transactions[0]?.id ?? 0)), "not_found");
});
