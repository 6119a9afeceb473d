import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { computeBalances } from "./balances.ts";
import type { History, KnownOrder, StepOfOrder } from "./history.ts";
import { formatAmount, getRemaining, toUnits } from "./order-parts.ts";

type Transaction = OrderDocument["transactions"][number];

/** Compute the sums that a successful payment changes. */
function buildPaymentMoves(kind: string, units: number, { type, points }: { type: string; points: number }) {
  if (kind === "authorization") return new Map([["authorized", units]]);
  return new Map([
    ["paid", units],
    ["credit", type === "credit" ? units : 0],
    ["points", type === "point" ? points : 0],
  ]);
}

function isAffordable(
  history: History,
  { customer_id, currency_code }: OrderDocument,
  paid: PaymentChoice,
): boolean {
  const { type, units, points, kind } = paid;
  if (type !== "credit" && type !== "point") return true;
  if (customer_id === null || kind !== "sale") return false;
  const balances = computeBalances(history, customer_id);
  return type === "point" ? points <= balances.points : currency_code === "MYR" && units <= balances.credit;
}

interface PaymentChoice {
  kind: string;
  type: string;
  units: number;
  points: number;
}

/** Create a sale or an authorization, often of the amount due. */
export function createPayment(history: History, { document }: KnownOrder): StepOfOrder {
  const { chance } = history;
  const due = toUnits(document.amount_due);
  const paid = {
    kind: chance.pick(["sale", "sale", "authorization"]),
    type: chance.pick(["manual", "manual", "cash_on_delivery", "credit", "point"]),
    units: chance.often(0.4) && due > 0 ? due : 1 + chance.below(3_000),
    points: 1 + chance.below(30),
  };
  const { kind, type, units, points } = paid;
  const isBalance = type === "credit" || type === "point";
  const status = isBalance || chance.often(0.6) ? "success" : "pending";
  const gateway = { type };
  const common = { kind, amount: formatAmount(document, units), gateway, status };
  return {
    operation: operations.createTransaction,
    body: type === "point" ? { ...common, points } : common,
    isWrong: document.status === "cancelled" || !isAffordable(history, document, paid),
    moves: status === "success" ? buildPaymentMoves(kind, units, paid) : new Map(),
  };
}

function listAuthorizations({ transactions }: OrderDocument): Transaction[] {
  return transactions.filter(({ kind }) => kind === "authorization");
}

/** Capture a part, all or too much of an authorization. */
export function createCapture({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  const authorizations = listAuthorizations(document);
  if (authorizations.length === 0) return null;
  const authorization = chance.pick(authorizations);
  const left = getRemaining(document, authorization);
  const all = chance.often(0.3);
  const units = all ? left : 1 + chance.below(left + 200);
  const status = chance.pick(["success", "success", "pending"]);
  return {
    operation: operations.createTransaction,
    body: {
      kind: "capture",
      parent_id: authorization.id,
      status,
      ...(all ? {} : { amount: formatAmount(document, units) }),
    },
    isWrong: document.status === "cancelled" || left === 0 || units > left,
    moves: new Map([
      ["authorized", -units],
      ["paid", status === "success" ? units : 0],
    ]),
  };
}

/** Void what is left of an authorization. */
export function voidAuthorization({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  const authorizations = listAuthorizations(document);
  if (authorizations.length === 0) return null;
  const authorization = chance.pick(authorizations);
  const left = getRemaining(document, authorization);
  return {
    operation: operations.createTransaction,
    body: { kind: "void", parent_id: authorization.id },
    isWrong: left === 0,
    moves: new Map([["authorized", -left]]),
  };
}

function buildEndMoves(
  { status: orderStatus }: OrderDocument,
  row: Transaction,
  status: string,
): Map<string, number> {
  const units = toUnits(row.amount);
  if (row.status === status) return new Map();
  const isDone = status === "success";
  // A cancelled order's authorizations are voided.
  if (orderStatus === "cancelled" && isDone === (row.kind === "authorization")) return new Map();
  if (row.kind === "capture") return isDone ? new Map([["paid", units]]) : new Map([["authorized", units]]);
  return isDone ? buildPaymentMoves(row.kind, units, { type: row.gateway.type, points: 0 }) : new Map();
}

/** Report the result of a transaction, usually of a pending one. */
export function endTransaction({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  const pending = document.transactions.filter(({ status }) => status === "pending");
  const from = pending.length > 0 && chance.often(0.9) ? pending : document.transactions;
  if (from.length === 0) return null;
  const row = chance.pick(from);
  const status = chance.pick(["success", "success", "failure"]);
  const isOver = row.status !== "pending" && row.status !== status;
  return {
    operation: operations.updateTransaction,
    part: row.id,
    body: { status },
    isWrong: isOver,
    moves: buildEndMoves(document, row, status),
  };
}
