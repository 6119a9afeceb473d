import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-rig.ts";
import { balancesOf } from "./balances.ts";
import { add, type History, type KnownOrder, placeOf, type StepOfOrder } from "./history.ts";
import { amountOf, leftOf, pointsLeft, unitsOf, unitsOfLine } from "./order-parts.ts";
import { stockOf } from "./stock.ts";

type Transaction = OrderDocument["transactions"][number];

interface Money {
  body: { amount?: string; transaction_id?: number };
  isWrong: boolean;
  moves: Map<string, number>;
}

/** Points go back in proportion, rounded down, and with the last of a payment whatever is left of them. */
function backMoves(order: OrderDocument, of: Transaction, units: number): Map<string, number> {
  const { type } = of.gateway;
  const rest = pointsLeft(order, of);
  const share = Math.min(rest, Math.floor(((of.points ?? 0) * units) / unitsOf(of.amount)));
  return new Map([
    ["refunded", units],
    ["credit", type === "credit" ? -units : 0],
    ["points", type === "point" ? -(units === leftOf(order, of) ? rest : share) : 0],
  ]);
}

/** Money to give back: of a payment that is named, or of the newest that has so much. */
function someMoney({ chance }: History, document: OrderDocument): Money {
  const payments = document.transactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const named = payments.length > 0 && chance.often(0.6) ? chance.pick(payments) : null;
  const most = Math.max(0, ...(named ? [named] : payments).map((row) => leftOf(document, row)));
  const units = chance.often(0.4) && most > 0 ? most : 1 + chance.below(most + 100);
  const of = named ?? payments.findLast((row) => leftOf(document, row) >= units);
  const isWrong = of === undefined || leftOf(document, of) < units;
  return {
    body: { amount: amountOf(document, units), ...(named ? { transaction_id: named.id } : {}) },
    isWrong,
    moves: isWrong ? new Map() : backMoves(document, of, units),
  };
}

interface Units {
  items: { line_item_id: number; quantity: number; location_id?: number }[];
  isWrong: boolean;
  moves: Map<string, number>;
  /** Of the units of each line, those that had not been sent. */
  unsent: Map<number, number>;
}

/** Units to put back, of one line or several, now and then more than there are. */
function someUnits({ chance, locations }: History, document: OrderDocument, share: number): Units {
  const lines = document.line_items.filter(() => chance.often(share));
  const units: Units = { items: [], isWrong: false, moves: new Map(), unsent: new Map() };
  for (const line of lines) {
    const { open, fulfilled, cameBack, returned } = unitsOfLine(document, line);
    const most = open + fulfilled - cameBack - returned;
    if (most === 0 && chance.often(0.8)) continue;
    const quantity = 1 + chance.below(chance.often(0.1) ? most + 2 : Math.max(1, most));
    const where = chance.often(0.5) ? { location_id: chance.pick(locations) } : {};
    units.items.push({ line_item_id: line.id, quantity, ...where });
    units.isWrong ||= quantity > most;
    units.moves.set(`refunded of ${line.id}`, quantity);
    units.moves.set(`open of ${line.id}`, -Math.min(open, quantity));
    units.unsent.set(line.id, Math.min(open, quantity));
  }
  return units;
}

/** Money, units or both are given back. */
export function refund(history: History, about: KnownOrder): StepOfOrder | null {
  const { chance } = history;
  const { document } = about;
  if (document.total_paid === document.total_refund_amount && chance.often(0.6)) return null;
  const units = someUnits(history, document, chance.often(0.5) ? 0.5 : 0);
  const money =
    units.items.length > 0 && chance.often(0.5)
      ? { body: {}, isWrong: false, moves: new Map() }
      : someMoney(history, document);
  return {
    operation: operations.createRefund,
    body: {
      ...money.body,
      ...(units.items.length > 0 ? { restock_items: units.items } : {}),
      note: "random",
    },
    isWrong: units.isWrong || money.isWrong,
    moves: new Map([...units.moves, ...money.moves]),
    tells: "refund/create",
    done: ({ orders }, answer) => {
      const { id } = answer["refund"] as Refund;
      const takenUnsent = new Map([...about.takenUnsent, [id, units.unsent]]);
      orders.set(document.id, { ...about, takenUnsent });
    },
  };
}

/** A refund of money that is written as a transaction. */
export function refundByTransaction(history: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.transactions.length === 0) return null;
  const { body, isWrong, moves } = someMoney(history, document);
  const { amount, transaction_id } = body;
  const parent = transaction_id === undefined ? {} : { parent_id: transaction_id };
  return {
    operation: operations.createTransaction,
    body: { kind: "refund", amount, ...parent },
    isWrong,
    moves,
    tells: "refund/create",
  };
}

type Refund = OrderDocument["refunds"][number];

const liveItems = ({ restock_items }: Refund) => restock_items.filter(({ is_reverted }) => !is_reverted);

/** Whether stock has what a refund put there, where no less than nothing is sold. */
function isTakeable(history: History, { document, isStocked }: KnownOrder, row: Refund): boolean {
  if (!isStocked) return true;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  const wanted = new Map<string, number>();
  for (const { line_item_id, location_id, quantity } of liveItems(row)) {
    const variant = variants.get(line_item_id) ?? null;
    if (variant !== null && history.denied.has(variant)) add(wanted, placeOf(variant, location_id), quantity);
  }
  const { available } = stockOf(history);
  return [...wanted].every(([at, quantity]) => (available.get(at) ?? 0) >= quantity);
}

function isPayable(history: History, { document }: KnownOrder, undone: Transaction | undefined): boolean {
  const type = undone?.gateway.type;
  if (undone === undefined || (type !== "credit" && type !== "point")) return true;
  if (document.customer_id === null) return false;
  const has = balancesOf(history, document.customer_id);
  return type === "credit" ? unitsOf(undone.amount) <= has.credit : (undone.points ?? 0) <= has.points;
}

function undoMoves(
  { takenUnsent }: KnownOrder,
  { row, undone, reverts }: { row: Refund; undone: Transaction | undefined; reverts: boolean },
): Map<string, number> {
  const type = undone?.gateway.type;
  const units = unitsOf(row.amount);
  const moves = new Map([
    ["refunded", -units],
    ["credit", type === "credit" ? units : 0],
    ["points", undone?.points ?? 0],
  ]);
  if (!reverts) return moves;
  for (const { line_item_id, quantity } of liveItems(row))
    add(moves, `refunded of ${line_item_id}`, -quantity);
  for (const [line, quantity] of takenUnsent.get(row.id) ?? []) moves.set(`open of ${line}`, quantity);
  return moves;
}

/** Undoes a refund, with its units or without. */
export function undoRefund(history: History, about: KnownOrder): StepOfOrder | null {
  const { chance } = history;
  const { document } = about;
  if (document.refunds.length === 0) return null;
  const row = chance.pick(document.refunds);
  const reverts = chance.often(0.6);
  const common = {
    operation: operations.cancelRefund,
    part: row.id,
    body: { is_revert_restock: reverts },
    tells: "refund/cancel",
  };
  if (row.status === "cancelled") return { ...common, isWrong: false };
  const undone = document.transactions.find(({ id }) => id === row.transaction_id);
  const isCancelled = document.status === "cancelled" && row.restock_items.length > 0;
  const isRevertible = !isCancelled && isTakeable(history, about, row);
  return {
    ...common,
    isWrong: !isPayable(history, about, undone) || (reverts && !isRevertible),
    moves: undoMoves(about, { row, undone, reverts }),
  };
}
