import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { computeBalances } from "./balances.ts";
import { add, type History, type KnownOrder, type StepOfOrder, toLevelKey } from "./history.ts";
import { countLineUnits, countRemainingPoints, formatAmount, getRemaining, toUnits } from "./order-parts.ts";
import { computeStock } from "./stock.ts";

type Transaction = OrderDocument["transactions"][number];

interface Money {
  body: { amount?: string; transaction_id?: number };
  isWrong: boolean;
  moves: Map<string, number>;
}

/**
 * Compute the sums that a refund changes. Points return in proportion, rounded down; the last refund of a
 * payment returns all remaining points.
 */
function buildRefundMoves(
  order: OrderDocument,
  transaction: Transaction,
  units: number,
): Map<string, number> {
  const { type } = transaction.gateway;
  const remaining = countRemainingPoints(order, transaction);
  const proportional = Math.min(
    remaining,
    Math.floor(((transaction.points ?? 0) * units) / toUnits(transaction.amount)),
  );
  return new Map([
    ["refunded", units],
    ["credit", type === "credit" ? -units : 0],
    [
      "points",
      type === "point" ? -(units === getRemaining(order, transaction) ? remaining : proportional) : 0,
    ],
  ]);
}

/** Choose money to refund: of a named payment, or of the newest one with enough left. */
function chooseMoney({ chance }: History, document: OrderDocument): Money {
  const payments = document.transactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const named = payments.length > 0 && chance.often(0.6) ? chance.pick(payments) : null;
  const max = Math.max(0, ...(named ? [named] : payments).map((row) => getRemaining(document, row)));
  const units = chance.often(0.4) && max > 0 ? max : 1 + chance.below(max + 100);
  const payment = named ?? payments.findLast((row) => getRemaining(document, row) >= units);
  const isWrong = payment === undefined || getRemaining(document, payment) < units;
  return {
    body: { amount: formatAmount(document, units), ...(named ? { transaction_id: named.id } : {}) },
    isWrong,
    moves: isWrong ? new Map() : buildRefundMoves(document, payment, units),
  };
}

interface Units {
  items: { line_item_id: number; quantity: number; location_id?: number }[];
  isWrong: boolean;
  moves: Map<string, number>;
  /** The unsent units of each line. */
  unsent: Map<number, number>;
}

/** Choose units to restock, of one line or several, sometimes too many. */
function chooseUnits({ chance, locations }: History, document: OrderDocument, probability: number): Units {
  const lines = document.line_items.filter(() => chance.often(probability));
  const units: Units = { items: [], isWrong: false, moves: new Map(), unsent: new Map() };
  for (const line of lines) {
    const { open, fulfilled, cameBack, returned } = countLineUnits(document, line);
    const max = open + fulfilled - cameBack - returned;
    if (max === 0 && chance.often(0.8)) continue;
    const quantity = 1 + chance.below(chance.often(0.1) ? max + 2 : Math.max(1, max));
    const where = chance.often(0.5) ? { location_id: chance.pick(locations) } : {};
    units.items.push({ line_item_id: line.id, quantity, ...where });
    units.isWrong ||= quantity > max;
    units.moves.set(`refunded of ${line.id}`, quantity);
    units.moves.set(`open of ${line.id}`, -Math.min(open, quantity));
    units.unsent.set(line.id, Math.min(open, quantity));
  }
  return units;
}

/** Create a refund of money, units or both. */
export function createRefund(history: History, about: KnownOrder): StepOfOrder | null {
  const { chance } = history;
  const { document } = about;
  if (document.total_paid === document.total_refund_amount && chance.often(0.6)) return null;
  const units = chooseUnits(history, document, chance.often(0.5) ? 0.5 : 0);
  const money =
    units.items.length > 0 && chance.often(0.5)
      ? { body: {}, isWrong: false, moves: new Map() }
      : chooseMoney(history, document);
  return {
    operation: operations.createRefund,
    body: {
      ...money.body,
      ...(units.items.length > 0 ? { restock_items: units.items } : {}),
      note: "random",
    },
    isWrong: units.isWrong || money.isWrong,
    moves: new Map([...units.moves, ...money.moves]),
    publishes: "refund/create",
    done: ({ orders }, response) => {
      const { id } = response["refund"] as Refund;
      const unsentUnits = new Map([...about.unsentUnits, [id, units.unsent]]);
      orders.set(document.id, { ...about, unsentUnits });
    },
  };
}

/** Create a refund of money through a transaction. */
export function refundByTransaction(history: History, { document }: KnownOrder): StepOfOrder | null {
  if (document.transactions.length === 0) return null;
  const { body, isWrong, moves } = chooseMoney(history, document);
  const { amount, transaction_id } = body;
  const parent = transaction_id === undefined ? {} : { parent_id: transaction_id };
  return {
    operation: operations.createTransaction,
    body: { kind: "refund", amount, ...parent },
    isWrong,
    moves,
    publishes: "refund/create",
  };
}

type Refund = OrderDocument["refunds"][number];

const liveItems = ({ restock_items }: Refund) => restock_items.filter(({ is_reverted }) => !is_reverted);

/** Return whether stock still has the units that a refund restocked, where it cannot be oversold. */
function isStillInStock(history: History, { document, isStocked }: KnownOrder, row: Refund): boolean {
  if (!isStocked) return true;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  const required = new Map<string, number>();
  for (const { line_item_id, location_id, quantity } of liveItems(row)) {
    const variant = variants.get(line_item_id) ?? null;
    if (variant !== null && history.denied.has(variant))
      add(required, toLevelKey(variant, location_id), quantity);
  }
  const { available } = computeStock(history);
  return [...required].every(([key, quantity]) => (available.get(key) ?? 0) >= quantity);
}

function canChargeBalance(
  history: History,
  { document }: KnownOrder,
  undone: Transaction | undefined,
): boolean {
  const type = undone?.gateway.type;
  if (undone === undefined || (type !== "credit" && type !== "point")) return true;
  if (document.customer_id === null) return false;
  const balances = computeBalances(history, document.customer_id);
  return type === "credit"
    ? toUnits(undone.amount) <= balances.credit
    : (undone.points ?? 0) <= balances.points;
}

function buildUndoMoves(
  { unsentUnits }: KnownOrder,
  { row, undone, revertsRestock }: { row: Refund; undone: Transaction | undefined; revertsRestock: boolean },
): Map<string, number> {
  const type = undone?.gateway.type;
  const units = toUnits(row.amount);
  const moves = new Map([
    ["refunded", -units],
    ["credit", type === "credit" ? units : 0],
    ["points", undone?.points ?? 0],
  ]);
  if (!revertsRestock) return moves;
  for (const { line_item_id, quantity } of liveItems(row))
    add(moves, `refunded of ${line_item_id}`, -quantity);
  for (const [line, quantity] of unsentUnits.get(row.id) ?? []) moves.set(`open of ${line}`, quantity);
  return moves;
}

/** Undo a refund, with its units or without. */
export function undoRefund(history: History, about: KnownOrder): StepOfOrder | null {
  const { chance } = history;
  const { document } = about;
  if (document.refunds.length === 0) return null;
  const row = chance.pick(document.refunds);
  const revertsRestock = chance.often(0.6);
  const common = {
    operation: operations.cancelRefund,
    part: row.id,
    body: { is_revert_restock: revertsRestock },
    publishes: "refund/cancel",
  };
  if (row.status === "cancelled") return { ...common, isWrong: false };
  const undone = document.transactions.find(({ id }) => id === row.transaction_id);
  const isCancelled = document.status === "cancelled" && row.restock_items.length > 0;
  const isRevertible = !isCancelled && isStillInStock(history, about, row);
  return {
    ...common,
    isWrong: !canChargeBalance(history, about, undone) || (revertsRestock && !isRevertible),
    moves: buildUndoMoves(about, { row, undone, revertsRestock }),
  };
}
