import { fromUnits } from "../amounts.ts";
import { leftOf } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/** A transaction of which something is left: of an authorization to capture or void, of a payment to refund. */
export interface Remaining {
  row: TransactionRow;
  /** In the smallest unit of the order's currency. */
  left: bigint;
}

/** An order's transactions of some kinds of which something is left, the oldest first. */
export function remainingOf(order: Order, kinds: readonly TransactionRow["kind"][]): Remaining[] {
  return order.transactions
    .filter(({ kind }) => kinds.includes(kind))
    .map((row) => ({ row, left: leftOf(order, row) }))
    .filter(({ left }) => left > 0n);
}

/** They as a sentence names them: `3 (20.00), 5 (10.00)`. */
export function namedRemaining({ order }: Order, remaining: readonly Remaining[]): string {
  const named = remaining.map(({ row, left }) => `${row.id} (${fromUnits(left, order.currency_decimals)})`);
  return named.length > 8 ? `${named.slice(-8).join(", ")} and older ones` : named.join(", ");
}

/** What a transaction that follows another one has of it: its gateway, and which it is. */
export function following(parent: TransactionRow) {
  const { gateway_type, gateway_title, gateway_method } = parent;
  return { gateway_type, gateway_title, gateway_method, points: null, parent_id: parent.id } as const;
}
