import type { Transaction } from "@souk/database";
import { formatMinorUnits } from "../amounts.ts";
import { drawIds } from "../draw-ids.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { copyGateway, findRemaining } from "./payments-left.ts";

/** Return the order with the remaining amount of each authorization voided. */
export async function voidAuthorizations(tx: Transaction, { before, at }: LockedOrder): Promise<Order> {
  const authorizations = findRemaining(before, ["authorization"]);
  if (authorizations.length === 0) return before;
  const ids = await drawIds(tx, { transactions: authorizations.length });
  const voids = authorizations.map(
    ({ row, left }, index): TransactionRow => ({
      ...copyGateway(row),
      id: ids.transactions[index] ?? 0,
      kind: "void",
      status: "success",
      amount: formatMinorUnits(left, before.order.currency_decimals),
      reference: "",
      processed_at: at,
      created_at: at,
      updated_at: at,
    }),
  );
  return { ...before, transactions: [...before.transactions, ...voids] };
}
