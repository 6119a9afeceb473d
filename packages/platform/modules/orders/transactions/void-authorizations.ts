import type { Transaction } from "@souk/database";
import { fromUnits } from "../amounts.ts";
import type { LockedOrder } from "../load-orders.ts";
import { nextIds } from "../next-ids.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { following, remainingOf } from "./payments-left.ts";

/** The order without anything that is authorized and not captured: the rest of each authorization is voided. */
export async function voidAuthorizations(tx: Transaction, { before, at }: LockedOrder): Promise<Order> {
  const held = remainingOf(before, ["authorization"]);
  if (held.length === 0) return before;
  const ids = await nextIds(tx, { transactions: held.length });
  const voids = held.map(
    ({ row, left }, index): TransactionRow => ({
      ...following(row),
      id: ids.transactions[index] ?? 0,
      kind: "void",
      status: "success",
      amount: fromUnits(left, before.order.currency_decimals),
      reference: "",
      processed_at: at,
      created_at: at,
      updated_at: at,
    }),
  );
  return { ...before, transactions: [...before.transactions, ...voids] };
}
