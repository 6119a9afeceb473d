import { formatMinorUnits } from "../amounts.ts";
import { getRemainingAmount } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/** A transaction with a remaining amount: an authorization to capture or void, or a payment to refund. */
export interface Remaining {
  row: TransactionRow;
  /** The remaining amount, in the smallest unit of the order's currency. */
  left: bigint;
}

/** List an order's transactions of these kinds that have a remaining amount, the oldest first. */
export function findRemaining(order: Order, kinds: readonly TransactionRow["kind"][]): Remaining[] {
  return order.transactions
    .filter(({ kind }) => kinds.includes(kind))
    .map((row) => ({ row, left: getRemainingAmount(order, row) }))
    .filter(({ left }) => left > 0n);
}

/** Format the remaining transactions for a message: `3 (20.00), 5 (10.00)`. */
export function formatRemaining({ order }: Order, remaining: readonly Remaining[]): string {
  const texts = remaining.map(
    ({ row, left }) => `${row.id} (${formatMinorUnits(left, order.currency_decimals)})`,
  );
  return texts.length > 8 ? `${texts.slice(-8).join(", ")} and older ones` : texts.join(", ");
}

/** Return the fields that a transaction copies from its parent: the gateway, and the parent's id. */
export function copyGateway(parent: TransactionRow) {
  const { gateway_type, gateway_title, gateway_method } = parent;
  return { gateway_type, gateway_title, gateway_method, points: null, parent_id: parent.id } as const;
}
