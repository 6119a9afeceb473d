import type { OrderDocument } from "../orders-rig.ts";

/** Units of an amount's currency as a number: those of a test are small enough to be exact. */
export const unitsOf = (amount: string): number => Number(amount.replace(".", ""));

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Units of an order's currency as it writes amounts. */
export function amountOf({ total_price }: OrderDocument, units: number): string {
  const decimals = total_price.split(".")[1]?.length ?? 0;
  return (units / 10 ** decimals).toFixed(decimals);
}

type Transaction = OrderDocument["transactions"][number];

/** What follows a transaction and did not fail. */
function followers({ transactions }: OrderDocument, id: number, kinds: readonly string[]): Transaction[] {
  return transactions.filter(
    ({ parent_id, status, kind }) => parent_id === id && status !== "failure" && kinds.includes(kind),
  );
}

export function isUndone(order: OrderDocument, refund: number): boolean {
  return followers(order, refund, ["void"]).length > 0;
}

/** Its refunds that were not undone. */
function givenBack(order: OrderDocument, payment: Transaction): Transaction[] {
  return followers(order, payment.id, ["refund"]).filter(({ id }) => !isUndone(order, id));
}

/** What is left of an authorization to capture or void, or of a payment to refund. */
export function leftOf(order: OrderDocument, row: Transaction): number {
  if (row.status !== "success") return 0;
  const taken =
    row.kind === "authorization" ? followers(order, row.id, ["capture", "void"]) : givenBack(order, row);
  return unitsOf(row.amount) - sum(taken.map(({ amount }) => unitsOf(amount)));
}

/** The points of a payment that have not gone back. */
export function pointsLeft(order: OrderDocument, row: Transaction): number {
  return (row.points ?? 0) - sum(givenBack(order, row).map(({ points }) => points ?? 0));
}

type Line = OrderDocument["line_items"][number];

const quantities = (rows: readonly { quantity: number }[]): number =>
  sum(rows.map(({ quantity }) => quantity));

/** What became of a line's units, by the parts of the order that name it. */
export function unitsOfLine(order: OrderDocument, line: Line) {
  const isLine = ({ id }: { id: number }) => id === line.id;
  const isAbout = ({ line_item_id }: { line_item_id: number }) => line_item_id === line.id;
  const sent = order.fulfillments.filter(({ status }) => status !== "cancelled");
  const back = order.returns.filter(({ status }) => status === "completed");
  const put = order.refunds.flatMap(({ restock_items }) => restock_items).filter(isAbout);
  const shares = order.fulfillment_orders.flatMap(({ line_items }) => line_items.filter(isLine));
  const ordered = quantities(shares);
  const open = sum(shares.map(({ unfulfilled_quantity }) => unfulfilled_quantity));
  const fulfilled = quantities(sent.flatMap(({ line_items }) => line_items.filter(isLine)));
  const refunded = quantities(put.filter(({ is_reverted }) => !is_reverted));
  const neverSent = ordered - fulfilled - open;
  return {
    ordered,
    open,
    fulfilled,
    /** Neither sent nor to be sent. */
    neverSent,
    refunded,
    /** Of those, the ones that had been sent. */
    cameBack: order.status === "cancelled" ? 0 : refunded - neverSent,
    returned: quantities(back.flatMap(({ return_line_items }) => return_line_items.filter(isAbout))),
  };
}

/** How many units of a line are in returns of some states. */
export function unitsInReturns(
  { returns }: OrderDocument,
  line: number,
  isMeant: (row: OrderDocument["returns"][number]) => boolean,
): number {
  const lines = returns.filter(isMeant).flatMap(({ return_line_items }) => return_line_items);
  return quantities(lines.filter(({ line_item_id }) => line_item_id === line));
}
