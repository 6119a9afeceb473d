import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mostPayments, mostRefunds, operations } from "@souk/contract";
import { refusalText } from "../../../routing/testing/refusal-of.ts";
import { type MoneyCalls, moneyCalls, type TransactionDocument } from "../testing/money-calls.ts";
import { type OrdersRig, ordersRig } from "../testing/orders-rig.ts";

let rig: OrdersRig;
let money: MoneyCalls;

before(async () => {
  rig = await ordersRig();
  money = moneyCalls(rig);
});
after(() => rig.stop());

const topicsOf = async () => (await rig.told()).map(({ topic }) => topic).sort();

test("sales pay an order in part, in full and beyond, and what crosses the total is told once", async () => {
  const { id } = await money.placeFor("30.00");
  await rig.told();
  const first = await money.record(id, { kind: "sale", amount: 10, reference: " TT-1 " });
  assert.deepEqual([first.status, first.amount, first.reference], ["success", "10.00", "TT-1"]);
  assert.deepEqual(await topicsOf(), ["order/partially_paid", "order/update"]);
  await money.record(id, { kind: "sale", amount: "20.00" });
  assert.deepEqual(await topicsOf(), ["order/paid", "order/update"]);
  await money.record(id, { kind: "sale", amount: "5.50" });
  assert.deepEqual(await topicsOf(), ["order/update"]);
  const order = await rig.get(id);
  assert.deepEqual(
    [order.financial_status, order.total_paid, order.overpaid_amount, order.amount_due],
    ["paid", "35.50", "5.50", "0.00"],
  );
  assert.deepEqual(order.transactions[0], first);
  await rig.assertSound();
});

test("what was refunded is not owed again: an order is paid, and told so, once its payments reach its total", async () => {
  const { id } = await money.placeFor("10.00");
  await money.record(id, { kind: "sale", amount: "6.00" });
  await money.refund(id, { amount: "6.00" });
  assert.equal((await rig.get(id)).amount_due, "4.00");
  await rig.told();
  await money.record(id, { kind: "sale", amount: "4.00" });
  assert.deepEqual(await topicsOf(), ["order/paid", "order/update"]);
  await money.record(id, { kind: "sale", amount: "6.00" });
  assert.deepEqual(await topicsOf(), ["order/update"]);
  const { total_paid, amount_due, overpaid_amount, financial_status } = await rig.get(id);
  assert.deepEqual(
    [total_paid, amount_due, overpaid_amount, financial_status],
    ["16.00", "0.00", "0.00", "partially_refunded"],
  );
  await rig.assertSound();
});

test("an authorization is captured in parts and the rest of it is voided", async () => {
  const { id } = await money.placeFor("50.00");
  const authorized = await money.record(id, {
    kind: "authorization",
    amount: "50.00",
    gateway: { type: "cards", title: "Cards", method: "visa" },
  });
  assert.equal((await rig.get(id)).financial_status, "authorized");
  const capture = await money.record(id, { kind: "capture", amount: "20.00" });
  assert.deepEqual([capture.parent_id, capture.gateway], [authorized.id, authorized.gateway]);
  assert.equal(await refusalText(money.record(id, { kind: "capture", amount: "30.01" })), "invalid amount");
  const voided = await money.record(id, { kind: "void" });
  assert.deepEqual([voided.amount, voided.parent_id], ["30.00", authorized.id]);
  assert.equal(await refusalText(money.record(id, { kind: "capture" })), "invalid parent_id");
  const order = await rig.get(id);
  assert.deepEqual([order.financial_status, order.total_paid], ["partially_paid", "20.00"]);
  await rig.assertSound();
});

test("a capture without an amount takes all that is left, and says which authorization it needs when there are two", async () => {
  const { id } = await money.placeFor("50.00");
  const first = await money.record(id, { kind: "authorization", amount: "30.00" });
  await money.record(id, { kind: "authorization", amount: "20.00" });
  assert.equal(await refusalText(money.record(id, { kind: "capture" })), "invalid parent_id");
  const capture = await money.record(id, { kind: "capture", parent_id: first.id });
  assert.equal(capture.amount, "30.00");
  assert.equal((await money.record(id, { kind: "capture" })).amount, "20.00");
  assert.equal((await rig.get(id)).financial_status, "paid");
});

test("cash on delivery is pending until it is said how it ended, which is said once", async () => {
  const { id } = await money.placeFor("30.00");
  const cod = { kind: "sale", amount: "30.00", gateway: { type: "cash_on_delivery" } };
  const promised = await money.record(id, cod);
  assert.equal(promised.status, "pending");
  assert.equal((await rig.get(id)).financial_status, "pending");
  await rig.told();
  const paid = await money.end(id, promised.id, { status: "success", reference: "C-1" });
  assert.deepEqual([paid.status, paid.reference], ["success", "C-1"]);
  assert.deepEqual(await topicsOf(), ["order/paid", "order/update"]);
  assert.deepEqual(await money.end(id, promised.id, { status: "success" }), paid);
  assert.deepEqual(await topicsOf(), []);
  assert.equal(await refusalText(money.end(id, promised.id, { status: "failure" })), "conflict status");
  assert.equal(await refusalText(money.end(id, 987654321, { status: "failure" })), "not_found");
});

test("a transaction says when it ended, also once its reference is edited", async () => {
  const { id } = await money.placeFor("30.00");
  const paidAtOnce = await money.record(id, { kind: "sale", amount: "10.00" });
  assert.equal(paidAtOnce.processed_at, paidAtOnce.created_at);
  const promised = await money.record(id, { kind: "sale", amount: "20.00", status: "pending" });
  assert.equal(promised.processed_at, null);
  const paid = await money.end(id, promised.id, { status: "success" });
  assert.equal(paid.processed_at, paid.updated_at);
  // As the release before wrote it.
  await rig.db.database.query("update order_transactions set processed_at = null where id = $1", [paid.id]);
  await rig.told();
  assert.deepEqual(await money.end(id, promised.id, { status: "success", reference: " " }), paid);
  assert.deepEqual(await topicsOf(), []);
  for (const reference of ["C-1", "C-2"]) {
    const edited = await money.end(id, promised.id, { status: "success", reference });
    assert.equal(edited.processed_at, paid.processed_at);
    assert.ok(Date.parse(edited.updated_at) > Date.parse(paid.updated_at));
  }
});

test("a capture that is pending keeps its part of the authorization until it fails", async () => {
  const { id } = await money.placeFor("30.00");
  await money.record(id, { kind: "authorization", amount: "30.00" });
  const pending = await money.record(id, { kind: "capture", amount: "20.00", status: "pending" });
  assert.equal(await refusalText(money.record(id, { kind: "capture", amount: "10.01" })), "invalid amount");
  await money.end(id, pending.id, { status: "failure" });
  assert.equal((await money.record(id, { kind: "capture" })).amount, "30.00");
});

test("store credit and points are taken from the customer at once, and never more than there is", async () => {
  const customer_id = await money.newBuyer("15.00", 100);
  const { id } = await money.placeFor("30.00", { customer_id });
  const credit = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  await money.record(id, credit);
  assert.equal(await refusalText(money.record(id, credit)), "conflict amount");
  const points = { kind: "sale", amount: "5.00", points: 80, gateway: { type: "point" } };
  await money.record(id, points);
  assert.equal(await refusalText(money.record(id, points)), "conflict points");
  assert.deepEqual(await money.balancesOf(customer_id), {
    total_credit: "5.00",
    total_point: 20,
    total_spent: "15.00",
  });
  const order = await rig.get(id);
  assert.deepEqual([order.credit_used, order.point_used, order.total_paid], ["10.00", 80, "15.00"]);
  await rig.assertSound();
});

test("store credit of a customer who is gone pays nothing", async () => {
  const customer_id = await money.newBuyer("15.00", 0);
  const { id } = await money.placeFor("30.00", { customer_id });
  await rig.call(operations.deleteCustomer, { params: { id: customer_id } });
  const credit = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  assert.equal(await refusalText(money.record(id, credit)), "conflict customer_id");
  assert.equal((await rig.get(id)).total_paid, "0.00");
});

test("what does not fit the kind of a transaction is refused by the name of its field, and changes nothing", async () => {
  const order = await money.placeFor("30.00");
  const { id } = order;
  const refused = (body: object) => refusalText(money.record(id, body));
  assert.equal(await refused({ kind: "sale" }), "invalid amount");
  assert.equal(await refused({ kind: "sale", amount: 0 }), "invalid amount");
  assert.equal(await refused({ kind: "sale", amount: "1.001" }), "invalid amount");
  assert.equal(await refused({ kind: "sale", amount: 1, points: 3 }), "invalid points");
  assert.equal(await refused({ kind: "sale", amount: 1, parent_id: 1 }), "invalid parent_id");
  assert.equal(
    await refused({ kind: "sale", amount: 1, gateway: { type: "credit" } }),
    "invalid gateway.type",
  );
  assert.equal(await refused({ kind: "capture" }), "invalid parent_id");
  assert.equal(await refused({ kind: "void" }), "invalid parent_id");
  assert.equal(await refused({ kind: "refund" }), "invalid amount");
  const { id: held } = await money.record(id, { kind: "authorization", amount: 9 });
  assert.equal(await refused({ kind: "void", amount: 1 }), "invalid amount");
  assert.equal(await refused({ kind: "void", status: "pending" }), "invalid status");
  assert.equal(await refused({ kind: "refund", parent_id: held }), "invalid parent_id");
  assert.equal(
    await refused({ kind: "capture", gateway: { type: "credit" }, points: 1 }),
    "invalid gateway.type points",
  );
  assert.equal((await rig.get(id)).transactions.length, 1);
  assert.equal(await refusalText(money.record(987654321, { kind: "sale", amount: 1 })), "not_found");
});

test("a transaction of kind refund makes the record of the refund with it, and is told as one", async () => {
  const { id } = await money.placeFor("30.00");
  const sale = await money.record(id, { kind: "sale", amount: "30.00" });
  await rig.told();
  const back = await money.record(id, { kind: "refund", amount: "12.00", reference: "RF-1" });
  assert.deepEqual([back.parent_id, back.amount, back.reference], [sale.id, "12.00", "RF-1"]);
  const { refunds, financial_status } = await rig.get(id);
  assert.deepEqual(
    [refunds[0]?.transaction_id, refunds[0]?.amount, refunds[0]?.reference_number, financial_status],
    [back.id, "12.00", "RF-1", "partially_refunded"],
  );
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), ["order/update", "refund/create"]);
  const refund = told.find(({ topic }) => topic === "refund/create");
  assert.deepEqual(JSON.parse(refund?.payload ?? ""), { refund: refunds[0] });
});

test("an order has so many payments and refunds at most", async () => {
  const { id } = await money.placeFor("30.00");
  const { store } = rig.shop;
  const { database } = rig.db;
  await database.query(
    `insert into order_transactions (store_id, order_id, kind, status, amount, gateway_type, gateway_title, gateway_method,
       reference, created_at, updated_at)
     select $1, $2, 'authorization', status, 1, 'manual', '', '', '', now(), now()
     from generate_series(1, $3::integer), unnest(array['failure', 'pending']) as status`,
    [store.id, id, mostPayments - 1],
  );
  await money.record(id, { kind: "sale", amount: "30.00" });
  assert.equal(
    await refusalText(money.record(id, { kind: "sale", amount: "1.00" })),
    "conflict transactions",
  );
  await database.query(
    `insert into refunds (store_id, order_id, status, amount, note, reference_number, created_at, updated_at)
     select $1, $2, 'cancelled', 0, '', '', now(), now() from generate_series(1, $3::integer)`,
    [store.id, id, mostRefunds - 1],
  );
  await money.refund(id, { amount: "1.00" });
  assert.equal(await refusalText(money.refund(id, { amount: "1.00" })), "conflict refunds");
});

test("payments that failed shut out none that succeeds, though more that fail or may fail", async () => {
  const { id } = await money.placeFor("30.00");
  const sale = (status: string) => money.record(id, { kind: "sale", amount: "15.00", status });
  const pending = await sale("pending");
  await rig.db.database.query(
    `insert into order_transactions (store_id, order_id, kind, status, amount, gateway_type, gateway_title, gateway_method,
       reference, created_at, updated_at)
     select $1, $2, 'sale', 'failure', 1, 'manual', '', '', '', now(), now() from generate_series(1, $3::integer)`,
    [rig.shop.store.id, id, mostPayments - 1],
  );
  for (const status of ["failure", "pending"])
    assert.equal(await refusalText(sale(status)), "conflict transactions", status);
  await money.end(id, pending.id, { status: "failure" });
  assert.equal(await refusalText(sale("failure")), "conflict transactions");
  await sale("success");
  await sale("success");
  assert.equal((await rig.get(id)).financial_status, "paid");
});

test("transactions are listed a page at a time, counted, and read by their ids", async () => {
  const { id } = await money.placeFor("30.00");
  const made: TransactionDocument[] = [];
  for (const amount of ["1.00", "2.00", "3.00"]) made.push(await money.record(id, { kind: "sale", amount }));
  const [first, , last] = made;
  const params = { order_id: id };
  const list = (query: string) => rig.call<object>(operations.listTransactions, { params, query });
  const frame = { total_count: 3, page_count: 2, limit: 2 };
  assert.deepEqual(await list("limit=2"), { transactions: made.slice(0, 2), page: 1, ...frame });
  // LST-3: a page past the last answers the last page.
  assert.deepEqual(await list("limit=2&page=9"), { transactions: [last], page: 2, ...frame });
  assert.deepEqual(await list("sort=id.desc&limit=1&fields=amount"), {
    transactions: [{ id: last?.id, amount: "3.00" }],
    ...{ total_count: 3, page_count: 3, page: 1, limit: 1 },
  });
  const count = (query: string) => rig.call(operations.countTransactions, { params, query });
  assert.deepEqual(await count(`since_id=${made[1]?.id}`), { count: 2 });
  assert.deepEqual(await count(`ids=${first?.id},${last?.id}`), { count: 2 });
  assert.deepEqual(await count("created_at_max=2020-01-01"), { count: 0 });
  const get = (of: number) => rig.call(operations.getTransaction, { params: { ...params, id: of } });
  assert.deepEqual(await get(first?.id ?? 0), { transaction: first });
  const other = await money.placeFor("1.00", { transactions: [{ kind: "sale", amount: 1 }] });
  assert.equal(await refusalText(get(other.transactions[0]?.id ?? 0)), "not_found");
});
