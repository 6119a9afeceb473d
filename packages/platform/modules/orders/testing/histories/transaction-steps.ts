import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { computeBalances } from "./balances.ts";
import { storeCurrency } from "./expected-rejections.ts";
import type { History, OrderStep, TrackedOrder } from "./history.ts";
import { computeRemaining, formatAmount, toMinorUnits } from "./order-calculations.ts";

type Transaction = OrderDocument["transactions"][number];

/** Build the expected changes of a successful payment. */
function buildPaymentChanges(
  kind: string,
  amount: number,
  { type, points }: { type: string; points: number },
) {
  if (kind === "authorization") return new Map([["authorized", amount]]);
  return new Map([
    ["paid", amount],
    ["credit", type === "credit" ? amount : 0],
    ["points", type === "point" ? points : 0],
  ]);
}

/** Return whether store credit or points can pay a payment that uses them. Other payments are always affordable. */
function isAffordable(
  history: History,
  { customer_id, currency_code }: OrderDocument,
  payment: PaymentChoice,
): boolean {
  const { type, amount, points, kind } = payment;
  if (type !== "credit" && type !== "point") return true;
  if (customer_id === null || kind !== "sale") return false;
  const balances = computeBalances(history, customer_id);
  return type === "point"
    ? points <= balances.points
    : currency_code === storeCurrency && amount <= balances.credit;
}

/** A payment that a step tries to create. */
interface PaymentChoice {
  kind: string;
  /** The type of the gateway. */
  type: string;
  /** The amount in the smallest unit of the order's currency. */
  amount: number;
  points: number;
}

/** Create a step that creates a sale or an authorization, often of the amount due. */
export function createPaymentStep(history: History, { document }: TrackedOrder): OrderStep {
  const { chance } = history;
  const amountDue = toMinorUnits(document.amount_due);
  const payment = {
    kind: chance.pick(["sale", "sale", "authorization"]),
    type: chance.pick(["manual", "manual", "cash_on_delivery", "credit", "point"]),
    amount: chance.happens(0.4) && amountDue > 0 ? amountDue : 1 + chance.pickInteger(3_000),
    points: 1 + chance.pickInteger(30),
  };
  const { kind, type, amount, points } = payment;
  const isBalance = type === "credit" || type === "point";
  const status = isBalance || chance.happens(0.6) ? "success" : "pending";
  const gateway = { type };
  const commonFields = { kind, amount: formatAmount(document, amount), gateway, status };
  return {
    operation: operations.createTransaction,
    body: type === "point" ? { ...commonFields, points } : commonFields,
    expectsRejection: document.status === "cancelled" || !isAffordable(history, document, payment),
    expectedChanges: status === "success" ? buildPaymentChanges(kind, amount, payment) : new Map(),
  };
}

function listAuthorizations({ transactions }: OrderDocument): Transaction[] {
  return transactions.filter(({ kind }) => kind === "authorization");
}

/** Create a step that captures a part of an authorization, all of it, or too much. */
export function createCaptureStep({ chance }: History, { document }: TrackedOrder): OrderStep | null {
  const authorizations = listAuthorizations(document);
  if (authorizations.length === 0) return null;
  const authorization = chance.pick(authorizations);
  const remaining = computeRemaining(document, authorization);
  const capturesAll = chance.happens(0.3);
  const amount = capturesAll ? remaining : 1 + chance.pickInteger(remaining + 200);
  const status = chance.pick(["success", "success", "pending"]);
  return {
    operation: operations.createTransaction,
    body: {
      kind: "capture",
      parent_id: authorization.id,
      status,
      ...(capturesAll ? {} : { amount: formatAmount(document, amount) }),
    },
    expectsRejection: document.status === "cancelled" || remaining === 0 || amount > remaining,
    expectedChanges: new Map([
      ["authorized", -amount],
      ["paid", status === "success" ? amount : 0],
    ]),
  };
}

/** Create a step that voids the remaining amount of an authorization. */
export function createVoidStep({ chance }: History, { document }: TrackedOrder): OrderStep | null {
  const authorizations = listAuthorizations(document);
  if (authorizations.length === 0) return null;
  const authorization = chance.pick(authorizations);
  const remaining = computeRemaining(document, authorization);
  return {
    operation: operations.createTransaction,
    body: { kind: "void", parent_id: authorization.id },
    expectsRejection: remaining === 0,
    expectedChanges: new Map([["authorized", -remaining]]),
  };
}

function buildResultChanges(
  { status: orderStatus }: OrderDocument,
  row: Transaction,
  status: string,
): Map<string, number> {
  const amount = toMinorUnits(row.amount);
  if (row.status === status) return new Map();
  const isSuccessful = status === "success";
  // The authorizations of a canceled order are voided, so neither a successful authorization nor a failed capture changes a sum.
  if (orderStatus === "cancelled" && isSuccessful === (row.kind === "authorization")) return new Map();
  if (row.kind === "capture")
    return isSuccessful ? new Map([["paid", amount]]) : new Map([["authorized", amount]]);
  return isSuccessful
    ? buildPaymentChanges(row.kind, amount, { type: row.gateway.type, points: 0 })
    : new Map();
}

/** Create a step that sets the result of a transaction, which is usually a pending one. */
export function createTransactionResultStep(
  { chance }: History,
  { document }: TrackedOrder,
): OrderStep | null {
  const pendingTransactions = document.transactions.filter(({ status }) => status === "pending");
  const candidates =
    pendingTransactions.length > 0 && chance.happens(0.9) ? pendingTransactions : document.transactions;
  if (candidates.length === 0) return null;
  const row = chance.pick(candidates);
  const status = chance.pick(["success", "success", "failure"]);
  const hasOtherResult = row.status !== "pending" && row.status !== status;
  return {
    operation: operations.updateTransaction,
    childId: row.id,
    body: { status },
    expectsRejection: hasOtherResult,
    expectedChanges: buildResultChanges(document, row, status),
  };
}
