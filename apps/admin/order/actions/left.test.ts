import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order, OrderLine } from "../../orders/order-queries.ts";
import { computeRemaining, paymentsLeft, refundable, restockable, takesCredit } from "./left.ts";

type Transaction = Order["transactions"][number];

const transaction = (fields: object) =>
  ({ parent_id: null, status: "success", ...fields }) as unknown as Transaction;

test("no more can be refunded than was paid and not yet refunded", () => {
  assert.equal(refundable({ total_paid: "90.00", total_refund_amount: "0.30" }), "89.70");
});

test("returned units cannot be returned again, a cancelled order has none to restock", () => {
  const line = { quantity: 5, refunded_quantity: 1, returned_quantity: 2 } as OrderLine;
  assert.equal(restockable({ status: "open" }, line), 2);
  assert.equal(restockable({ status: "cancelled" }, line), 0);
});

test("an authorization is captured and voided up to its rest; failures do not count", () => {
  const authorization = transaction({ id: 1, kind: "authorization", amount: "50.00" });
  const taken = transaction({ id: 2, kind: "capture", amount: "20.00", parent_id: 1 });
  const failed = transaction({ id: 3, kind: "capture", amount: "30.00", parent_id: 1, status: "failure" });
  const voided = transaction({ id: 4, kind: "void", amount: "10.00", parent_id: 1 });
  const left = (transactions: Transaction[]) => computeRemaining({ transactions }, authorization);
  assert.equal(left([authorization]), "50.00");
  assert.equal(left([authorization, taken, failed]), "30.00");
  assert.equal(left([authorization, taken, voided]), "20.00");
});

test("a refund goes to payments with a refundable rest; an undone refund takes nothing", () => {
  const sale = transaction({ id: 1, kind: "sale", amount: "50.00" });
  const capture = transaction({ id: 2, kind: "capture", amount: "30.00", parent_id: 9 });
  const pending = transaction({ id: 3, kind: "sale", amount: "10.00", status: "pending" });
  const back = transaction({ id: 4, kind: "refund", amount: "20.00", parent_id: 1 });
  const all = transaction({ id: 5, kind: "refund", amount: "30.00", parent_id: 2 });
  const undone = transaction({ id: 6, kind: "void", amount: "20.00", parent_id: 4 });
  const left = (...more: Transaction[]) =>
    paymentsLeft({ transactions: [sale, capture, pending, ...more] }).map(({ id, left }) => [id, left]);
  assert.deepEqual(left(), [
    [1, "50.00"],
    [2, "30.00"],
  ]);
  assert.deepEqual(left(back, all), [[1, "30.00"]]);
  assert.deepEqual(left(back, all, undone), [[1, "50.00"]]);
});

test("store credit pays for a customer's order in the store's own currency", () => {
  assert.equal(takesCredit({ customer_id: 7, currency_code: "MYR" }, "MYR"), true);
  assert.equal(takesCredit({ customer_id: 7, currency_code: "USD" }, "MYR"), false);
  assert.equal(takesCredit({ customer_id: null, currency_code: "MYR" }, "MYR"), false);
});
