import { formatMinorUnits } from "../amounts.ts";
import { computeRemainingAmount } from "../order-money.ts";
import type { Order, TransactionRow } from "../order-rows.ts";

/** A transaction with a remaining amount: an authorization to capture or void, or a payment to refund. */
export interface RemainingTransaction {
  row: TransactionRow;
  /** The remaining amount, in the smallest unit of the order's currency. */
  remaining: bigint;
}

/** List an order's transactions of these kinds that have a remaining amount, oldest first. */
export function listRemainingTransactions(
  order: Order,
  kinds: readonly TransactionRow["kind"][],
): RemainingTransaction[] {
  return order.transactions
    .filter(({ kind }) => kinds.includes(kind))
    .map((row) => ({ row, remaining: computeRemainingAmount(order, row) }))
    .filter(({ remaining }) => remaining > 0n);
}

/** The maximum number of transactions that a message lists. */
const maxListed = 8;

/** Format transactions and their remaining amounts for a message: `3 (20.00), 5 (10.00)`. */
export function formatRemainingTransactions(
  { order }: Order,
  transactions: readonly RemainingTransaction[],
): string {
  const texts = transactions.map(
    ({ row, remaining }) => `${row.id} (${formatMinorUnits(remaining, order.currency_decimals)})`,
  );
  return texts.length > maxListed ? `${texts.slice(-maxListed).join(", ")} and older ones` : texts.join(", ");
}

/** Build the fields that a transaction takes from its parent: the parent's gateway and id. By default, `points` is null. */
export function buildFollowUpFields(parent: TransactionRow) {
  const { gateway_type, gateway_title, gateway_method } = parent;
  return { gateway_type, gateway_title, gateway_method, points: null, parent_id: parent.id } as const;
}
