import type { OrderDocument } from "../orders-fixture.ts";

/** Convert an amount to the smallest unit of its currency. The amounts of the tests are small enough to be exact. */
export const toMinorUnits = (amount: string): number => Number(amount.replace(".", ""));

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);

/** Format an amount, which is in the smallest unit of an order's currency, like the amounts in the order's JSON. */
export function formatAmount({ total_price }: OrderDocument, amount: number): string {
  const decimals = total_price.split(".")[1]?.length ?? 0;
  return (amount / 10 ** decimals).toFixed(decimals);
}

type Transaction = OrderDocument["transactions"][number];

/** List the transactions of these kinds that belong to a transaction and did not fail. */
function listFollowUps({ transactions }: OrderDocument, id: number, kinds: readonly string[]): Transaction[] {
  return transactions.filter(
    ({ parent_id, status, kind }) => parent_id === id && status !== "failure" && kinds.includes(kind),
  );
}

/** Return whether a refund was canceled, which means that its transaction was voided. */
export function isRefundCanceled(order: OrderDocument, transactionId: number): boolean {
  return listFollowUps(order, transactionId, ["void"]).length > 0;
}

/** List a payment's refunds that were not canceled. */
function listRefunds(order: OrderDocument, payment: Transaction): Transaction[] {
  return listFollowUps(order, payment.id, ["refund"]).filter(({ id }) => !isRefundCanceled(order, id));
}

/** Compute how much of an authorization can still be captured or voided, or how much of a payment can still be refunded. */
export function computeRemaining(order: OrderDocument, row: Transaction): number {
  if (row.status !== "success") return 0;
  const followUps =
    row.kind === "authorization"
      ? listFollowUps(order, row.id, ["capture", "void"])
      : listRefunds(order, row);
  return toMinorUnits(row.amount) - sum(followUps.map(({ amount }) => toMinorUnits(amount)));
}

/** Count the points of a payment that were not refunded. */
export function countRemainingPoints(order: OrderDocument, row: Transaction): number {
  return (row.points ?? 0) - sum(listRefunds(order, row).map(({ points }) => points ?? 0));
}

type Line = OrderDocument["line_items"][number];

const sumQuantities = (rows: readonly { quantity: number }[]): number =>
  sum(rows.map(({ quantity }) => quantity));

/** Count the units of a line in each state, from the order's fulfillments, refunds and returns. */
export function countLineUnits(order: OrderDocument, line: Line) {
  const isSameLine = ({ id }: { id: number }) => id === line.id;
  const refersToLine = ({ line_item_id }: { line_item_id: number }) => line_item_id === line.id;
  const activeFulfillments = order.fulfillments.filter(({ status }) => status !== "cancelled");
  const completedReturns = order.returns.filter(({ status }) => status === "completed");
  const restockItems = order.refunds.flatMap(({ restock_items }) => restock_items).filter(refersToLine);
  const lines = order.fulfillment_orders.flatMap(({ line_items }) => line_items.filter(isSameLine));
  const ordered = sumQuantities(lines);
  const open = sum(lines.map(({ unfulfilled_quantity }) => unfulfilled_quantity));
  const fulfilled = sumQuantities(
    activeFulfillments.flatMap(({ line_items }) => line_items.filter(isSameLine)),
  );
  const refunded = sumQuantities(restockItems.filter(({ is_reverted }) => !is_reverted));
  const neverShipping = ordered - fulfilled - open;
  return {
    ordered,
    open,
    fulfilled,
    /** Units that have not shipped and will not ship. */
    neverShipping,
    refunded,
    /** The refunded units that had shipped. */
    refundedAfterShipping: order.status === "cancelled" ? 0 : refunded - neverShipping,
    returned: sumQuantities(
      completedReturns.flatMap(({ return_line_items }) => return_line_items.filter(refersToLine)),
    ),
  };
}

/** Count the units of a line in the returns that `isCounted` accepts. */
export function countUnitsInReturns(
  { returns }: OrderDocument,
  lineId: number,
  isCounted: (row: OrderDocument["returns"][number]) => boolean,
): number {
  const lines = returns.filter(isCounted).flatMap(({ return_line_items }) => return_line_items);
  return sumQuantities(lines.filter(({ line_item_id }) => line_item_id === lineId));
}
