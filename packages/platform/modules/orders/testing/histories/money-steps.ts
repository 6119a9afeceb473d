import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-rig.ts";
import { balancesOf } from "./balances.ts";
import type { History, KnownOrder, StepOfOrder } from "./history.ts";
import { amountOf, leftOf, unitsOf } from "./order-parts.ts";

type Transaction = OrderDocument["transactions"][number];

/** What a payment moves once it is done. */
function paying(kind: string, units: number, { type, points }: { type: string; points: number }) {
  if (kind === "authorization") return new Map([["authorized", units]]);
  return new Map([
    ["paid", units],
    ["credit", type === "credit" ? units : 0],
    ["points", type === "point" ? points : 0],
  ]);
}

function isBearable(history: History, { customer_id, currency_code }: OrderDocument, paid: Paid): boolean {
  const { type, units, points, kind } = paid;
  if (type !== "credit" && type !== "point") return true;
  if (customer_id === null || kind !== "sale") return false;
  const has = balancesOf(history, customer_id);
  return type === "point" ? points <= has.points : currency_code === "MYR" && units <= has.credit;
}

interface Paid {
  kind: string;
  type: string;
  units: number;
  points: number;
}

/** A sale or an authorization, often of what is due. */
export function payment(history: History, { document }: KnownOrder): StepOfOrder {
  const { chance } = history;
  const due = unitsOf(document.amount_due);
  const paid = {
    kind: chance.pick(["sale", "sale", "authorization"]),
    type: chance.pick(["manual", "manual", "cash_on_delivery", "credit", "point"]),
    units: chance.often(0.4) && due > 0 ? due : 1 + chance.below(3_000),
    points: 1 + chance.below(30),
  };
  const { kind, type, units, points } = paid;
  const own = type === "credit" || type === "point";
  const status = own || chance.often(0.6) ? "success" : "pending";
  const gateway = { type };
  const common = { kind, amount: amountOf(document, units), gateway, status };
  return {
    operation: operations.createTransaction,
    body: type === "point" ? { ...common, points } : common,
    isWrong: document.status === "cancelled" || !isBearable(history, document, paid),
    moves: status === "success" ? paying(kind, units, paid) : new Map(),
  };
}

function authorizationsOf({ transactions }: OrderDocument): Transaction[] {
  return transactions.filter(({ kind }) => kind === "authorization");
}

/** Takes a part, all or too much of an authorization. */
export function capture({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  const held = authorizationsOf(document);
  if (held.length === 0) return null;
  const of = chance.pick(held);
  const left = leftOf(document, of);
  const all = chance.often(0.3);
  const units = all ? left : 1 + chance.below(left + 200);
  const status = chance.pick(["success", "success", "pending"]);
  return {
    operation: operations.createTransaction,
    body: {
      kind: "capture",
      parent_id: of.id,
      status,
      ...(all ? {} : { amount: amountOf(document, units) }),
    },
    isWrong: document.status === "cancelled" || left === 0 || units > left,
    moves: new Map([
      ["authorized", -units],
      ["paid", status === "success" ? units : 0],
    ]),
  };
}

/** Gives up what is left of an authorization. */
export function giveUp({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
  const held = authorizationsOf(document);
  if (held.length === 0) return null;
  const of = chance.pick(held);
  const left = leftOf(document, of);
  return {
    operation: operations.createTransaction,
    body: { kind: "void", parent_id: of.id },
    isWrong: left === 0,
    moves: new Map([["authorized", -left]]),
  };
}

function endMoves({ status: of }: OrderDocument, row: Transaction, status: string): Map<string, number> {
  const units = unitsOf(row.amount);
  if (row.status === status) return new Map();
  const isDone = status === "success";
  // Of a cancelled order nothing stays authorized.
  if (of === "cancelled" && isDone === (row.kind === "authorization")) return new Map();
  if (row.kind === "capture") return isDone ? new Map([["paid", units]]) : new Map([["authorized", units]]);
  return isDone ? paying(row.kind, units, { type: row.gateway.type, points: 0 }) : new Map();
}

/** Says how a transaction ended, mostly of one that is pending. */
export function end({ chance }: History, { document }: KnownOrder): StepOfOrder | null {
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
    moves: endMoves(document, row, status),
  };
}
