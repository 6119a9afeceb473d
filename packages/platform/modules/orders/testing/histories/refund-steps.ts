import { operations } from "@souk/contract";
import type { OrderDocument } from "../orders-fixture.ts";
import { computeBalances } from "./balances.ts";
import { addTo, type History, type OrderStep, type TrackedOrder, toLevelKey } from "./history.ts";
import {
  computeRemaining,
  countLineUnits,
  countRemainingPoints,
  formatAmount,
  toMinorUnits,
} from "./order-calculations.ts";
import { computeStock } from "./stock.ts";

type Transaction = OrderDocument["transactions"][number];

/** The amount and the payment of a refund. */
interface MoneyChoice {
  body: { amount?: string; transaction_id?: number };
  expectsRejection: boolean;
  expectedChanges: Map<string, number>;
}

/**
 * Build the expected changes of a refund. `credit` and `points` are what the order has charged and not refunded, so a refund
 * decreases them. Points are refunded in proportion to the amount, rounded down. The last refund of a payment refunds all
 * remaining points.
 */
function buildRefundChanges(
  order: OrderDocument,
  transaction: Transaction,
  amount: number,
): Map<string, number> {
  const { type } = transaction.gateway;
  const remainingPoints = countRemainingPoints(order, transaction);
  const proportionalPoints = Math.min(
    remainingPoints,
    Math.floor(((transaction.points ?? 0) * amount) / toMinorUnits(transaction.amount)),
  );
  const isLastRefund = amount === computeRemaining(order, transaction);
  const refundedPoints = isLastRefund ? remainingPoints : proportionalPoints;
  return new Map([
    ["refunded", amount],
    ["credit", type === "credit" ? -amount : 0],
    ["points", type === "point" ? -refundedPoints : 0],
  ]);
}

/**
 * Choose the amount of a refund, and often its payment. If no payment is chosen, the store must refund the newest payment
 * that covers the amount.
 */
function chooseMoney({ chance }: History, document: OrderDocument): MoneyChoice {
  const payments = document.transactions.filter(({ kind }) => kind === "sale" || kind === "capture");
  const requestedPayment = payments.length > 0 && chance.happens(0.6) ? chance.pick(payments) : null;
  const max = Math.max(
    0,
    ...(requestedPayment ? [requestedPayment] : payments).map((row) => computeRemaining(document, row)),
  );
  const amount = chance.happens(0.4) && max > 0 ? max : 1 + chance.pickInteger(max + 100);
  const payment = requestedPayment ?? payments.findLast((row) => computeRemaining(document, row) >= amount);
  const expectsRejection = payment === undefined || computeRemaining(document, payment) < amount;
  return {
    body: {
      amount: formatAmount(document, amount),
      ...(requestedPayment ? { transaction_id: requestedPayment.id } : {}),
    },
    expectsRejection,
    expectedChanges: expectsRejection ? new Map() : buildRefundChanges(document, payment, amount),
  };
}

/** The units that a refund restocks. */
interface UnitsChoice {
  items: { line_item_id: number; quantity: number; location_id?: number }[];
  expectsRejection: boolean;
  expectedChanges: Map<string, number>;
  /** How many of the chosen units of each line are unfulfilled. */
  unfulfilled: Map<number, number>;
}

/**
 * Choose units to restock, of one line or several, sometimes too many.
 * @param probability the probability that a line is chosen, from 0 to 1
 */
function chooseUnits(
  { chance, locations }: History,
  document: OrderDocument,
  probability: number,
): UnitsChoice {
  const lines = document.line_items.filter(() => chance.happens(probability));
  const units: UnitsChoice = {
    items: [],
    expectsRejection: false,
    expectedChanges: new Map(),
    unfulfilled: new Map(),
  };
  for (const line of lines) {
    const { open, fulfilled, refundedAfterShipping, returned } = countLineUnits(document, line);
    const max = open + fulfilled - refundedAfterShipping - returned;
    if (max === 0 && chance.happens(0.8)) continue;
    const quantity = 1 + chance.pickInteger(chance.happens(0.1) ? max + 2 : Math.max(1, max));
    const location = chance.happens(0.5) ? { location_id: chance.pick(locations) } : {};
    units.items.push({ line_item_id: line.id, quantity, ...location });
    units.expectsRejection ||= quantity > max;
    units.expectedChanges.set(`refunded of ${line.id}`, quantity);
    units.expectedChanges.set(`open of ${line.id}`, -Math.min(open, quantity));
    units.unfulfilled.set(line.id, Math.min(open, quantity));
  }
  return units;
}

/** Create a step that refunds money, restocks units, or does both. */
export function createRefundStep(history: History, tracked: TrackedOrder): OrderStep | null {
  const { chance } = history;
  const { document } = tracked;
  if (document.total_paid === document.total_refund_amount && chance.happens(0.6)) return null;
  const units = chooseUnits(history, document, chance.happens(0.5) ? 0.5 : 0);
  const money =
    units.items.length > 0 && chance.happens(0.5)
      ? { body: {}, expectsRejection: false, expectedChanges: new Map() }
      : chooseMoney(history, document);
  return {
    operation: operations.createRefund,
    body: {
      ...money.body,
      ...(units.items.length > 0 ? { restock_items: units.items } : {}),
      note: "random",
    },
    expectsRejection: units.expectsRejection || money.expectsRejection,
    expectedChanges: new Map([...units.expectedChanges, ...money.expectedChanges]),
    expectedTopics: "refund/create",
    recordEffects: ({ orders }, response) => {
      const { id } = response["refund"] as Refund;
      const unfulfilledUnits = new Map([...tracked.unfulfilledUnitsByRefund, [id, units.unfulfilled]]);
      orders.set(document.id, { ...tracked, unfulfilledUnitsByRefund: unfulfilledUnits });
    },
  };
}

/** Create a step that refunds money by creating a transaction. */
export function createTransactionRefundStep(history: History, { document }: TrackedOrder): OrderStep | null {
  if (document.transactions.length === 0) return null;
  const { body, expectsRejection, expectedChanges } = chooseMoney(history, document);
  const { amount, transaction_id } = body;
  const parent = transaction_id === undefined ? {} : { parent_id: transaction_id };
  return {
    operation: operations.createTransaction,
    body: { kind: "refund", amount, ...parent },
    expectsRejection,
    expectedChanges,
    expectedTopics: "refund/create",
  };
}

type Refund = OrderDocument["refunds"][number];

const listActiveItems = ({ restock_items }: Refund) =>
  restock_items.filter(({ is_reverted }) => !is_reverted);

/** Return whether the units that a refund restocked are still in stock, ignoring variants that can be oversold. */
function isStillInStock(history: History, { document, hasTakenStock }: TrackedOrder, row: Refund): boolean {
  if (!hasTakenStock) return true;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  const required = new Map<string, number>();
  for (const { line_item_id, location_id, quantity } of listActiveItems(row)) {
    const variant = variants.get(line_item_id) ?? null;
    if (variant !== null && history.denyVariants.has(variant))
      addTo(required, toLevelKey(variant, location_id), quantity);
  }
  const { available } = computeStock(history);
  return [...required].every(([key, quantity]) => (available.get(key) ?? 0) >= quantity);
}

function canChargeBalance(
  history: History,
  { document }: TrackedOrder,
  refundTransaction: Transaction | undefined,
): boolean {
  const type = refundTransaction?.gateway.type;
  if (refundTransaction === undefined || (type !== "credit" && type !== "point")) return true;
  if (document.customer_id === null) return false;
  const balances = computeBalances(history, document.customer_id);
  return type === "credit"
    ? toMinorUnits(refundTransaction.amount) <= balances.credit
    : (refundTransaction.points ?? 0) <= balances.points;
}

function buildRefundCancellationChanges(
  { unfulfilledUnitsByRefund }: TrackedOrder,
  {
    row,
    refundTransaction,
    revertsRestock,
  }: { row: Refund; refundTransaction: Transaction | undefined; revertsRestock: boolean },
): Map<string, number> {
  const type = refundTransaction?.gateway.type;
  const amount = toMinorUnits(row.amount);
  const expectedChanges = new Map([
    ["refunded", -amount],
    ["credit", type === "credit" ? amount : 0],
    ["points", refundTransaction?.points ?? 0],
  ]);
  if (!revertsRestock) return expectedChanges;
  for (const { line_item_id, quantity } of listActiveItems(row))
    addTo(expectedChanges, `refunded of ${line_item_id}`, -quantity);
  for (const [line, quantity] of unfulfilledUnitsByRefund.get(row.id) ?? [])
    expectedChanges.set(`open of ${line}`, quantity);
  return expectedChanges;
}

/** Create a step that cancels a refund and either reverts its restock or does not. */
export function createRefundCancelStep(history: History, tracked: TrackedOrder): OrderStep | null {
  const { chance } = history;
  const { document } = tracked;
  if (document.refunds.length === 0) return null;
  const row = chance.pick(document.refunds);
  const revertsRestock = chance.happens(0.6);
  const commonFields = {
    operation: operations.cancelRefund,
    childId: row.id,
    body: { is_revert_restock: revertsRestock },
    expectedTopics: "refund/cancel",
  };
  if (row.status === "cancelled") return { ...commonFields, expectsRejection: false };
  const refundTransaction = document.transactions.find(({ id }) => id === row.transaction_id);
  const isRestockOfCanceledOrder = document.status === "cancelled" && row.restock_items.length > 0;
  const isRevertible = !isRestockOfCanceledOrder && isStillInStock(history, tracked, row);
  return {
    ...commonFields,
    expectsRejection:
      !canChargeBalance(history, tracked, refundTransaction) || (revertsRestock && !isRevertible),
    expectedChanges: buildRefundCancellationChanges(tracked, { row, refundTransaction, revertsRestock }),
  };
}
