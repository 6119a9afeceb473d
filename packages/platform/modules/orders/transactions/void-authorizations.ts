import type { Transaction } from "@souk/database";
import { formatMinorUnits } from "../amounts.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { reserveIds } from "../reserve-ids.ts";
import { buildFollowUpFields, listRemainingTransactions } from "./remaining-transactions.ts";

/** Return the order with an added void transaction for the remaining amount of each authorization. */
export async function voidAuthorizations(
  tx: Transaction,
  { before, changedAt }: LockedOrder,
): Promise<Order> {
  const authorizations = listRemainingTransactions(before, ["authorization"]);
  if (authorizations.length === 0) return before;
  const ids = await reserveIds(tx, { transactions: authorizations.length });
  const voids = authorizations.map(
    ({ row, remaining }, index): TransactionRow => ({
      ...buildFollowUpFields(row),
      id: ids.transactions[index] ?? 0,
      kind: "void",
      status: "success",
      amount: formatMinorUnits(remaining, before.order.currency_decimals),
      reference: "",
      processed_at: changedAt,
      created_at: changedAt,
      updated_at: changedAt,
    }),
  );
  return { ...before, transactions: [...before.transactions, ...voids] };
}
