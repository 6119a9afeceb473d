import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order, OrderLine } from "../../orders/order-queries.ts";
import {
  canPayWithStoreCredit,
  computeRefundableAmount,
  computeRemainingAmount,
  computeRestockableUnits,
  listRefundablePayments,
} from "./remaining-amounts.ts";

type Transaction = Order["transactions"][number];

const createTransaction = (fields: object) =>
  ({ parent_id: null, status: "success", ...fields }) as unknown as Transaction;

test("the refundable amount of an order is what was paid less what was refunded", () => {
  assert.equal(computeRefundableAmount({ total_paid: "90.00", total_refund_amount: "0.30" }), "89.70");
});

test("refunded units, returned units and units of a canceled order can't be restocked", () => {
  const line = { quantity: 5, refunded_quantity: 1, returned_quantity: 2 } as OrderLine;
  assert.equal(computeRestockableUnits({ status: "open" }, line), 2);
  assert.equal(computeRestockableUnits({ status: "cancelled" }, line), 0);
});

test("captures and voids reduce an authorization's remaining amount unless they failed", () => {
  const authorization = createTransaction({ id: 1, kind: "authorization", amount: "50.00" });
  const successfulCapture = createTransaction({ id: 2, kind: "capture", amount: "20.00", parent_id: 1 });
  const failedCapture = createTransaction({
    id: 3,
    kind: "capture",
    amount: "30.00",
    parent_id: 1,
    status: "failure",
  });
  const partialVoid = createTransaction({ id: 4, kind: "void", amount: "10.00", parent_id: 1 });
  const computeRemaining = (transactions: Transaction[]) =>
    computeRemainingAmount({ transactions }, authorization);
  assert.equal(computeRemaining([authorization]), "50.00");
  assert.equal(computeRemaining([authorization, successfulCapture, failedCapture]), "30.00");
  assert.equal(computeRemaining([authorization, successfulCapture, partialVoid]), "20.00");
});

test("refunds, except voided ones, reduce the refundable amounts of payments", () => {
  const sale = createTransaction({ id: 1, kind: "sale", amount: "50.00" });
  const capture = createTransaction({ id: 2, kind: "capture", amount: "30.00", parent_id: 9 });
  const pendingSale = createTransaction({ id: 3, kind: "sale", amount: "10.00", status: "pending" });
  const partialRefund = createTransaction({ id: 4, kind: "refund", amount: "20.00", parent_id: 1 });
  const fullRefund = createTransaction({ id: 5, kind: "refund", amount: "30.00", parent_id: 2 });
  const refundVoid = createTransaction({ id: 6, kind: "void", amount: "20.00", parent_id: 4 });
  const listAmounts = (...refundTransactions: Transaction[]) =>
    listRefundablePayments({ transactions: [sale, capture, pendingSale, ...refundTransactions] }).map(
      ({ id, remainingAmount }) => [id, remainingAmount],
    );
  assert.deepEqual(listAmounts(), [
    [1, "50.00"],
    [2, "30.00"],
  ]);
  assert.deepEqual(listAmounts(partialRefund, fullRefund), [[1, "30.00"]]);
  assert.deepEqual(listAmounts(partialRefund, fullRefund, refundVoid), [[1, "50.00"]]);
});

test("paying with store credit requires a customer and the store currency", () => {
  assert.equal(canPayWithStoreCredit({ customer_id: 7, currency_code: "MYR" }, "MYR"), true);
  assert.equal(canPayWithStoreCredit({ customer_id: 7, currency_code: "USD" }, "MYR"), false);
  assert.equal(canPayWithStoreCredit({ customer_id: null, currency_code: "MYR" }, "MYR"), false);
});
