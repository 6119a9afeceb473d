import { isWay, type operations, refuse, transactionStates } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { changeOrder } from "../change-order.ts";
import type { OrderDesk } from "../order-desk.ts";
import type { TransactionRow } from "../order-rows.ts";
import { processedAt } from "./processed-at.ts";
import { transactionText } from "./transaction-text.ts";
import { voidAuthorizations } from "./void-authorizations.ts";

type UpdateCall = Call<typeof operations.updateTransaction>;

function ended(row: TransactionRow, sent: UpdateCall["body"], at: string): TransactionRow {
  const { status } = sent;
  const reference = sent.reference?.trim() ?? row.reference;
  if (row.status !== status && !isWay(transactionStates, row.status, status))
    refuse("conflict", {
      message: `The transaction has ended: it is ${row.status}.`,
      fields: [{ path: "status", message: `is ${row.status}` }],
    });
  if (row.status === status && row.reference === reference) return row;
  return {
    ...row,
    status: status === "success" ? "success" : "failure",
    reference,
    processed_at: processedAt(row) ?? at,
  };
}

/**
 * Says how a pending transaction ended, and what it is called elsewhere. Money that was promised before its order was cancelled
 * may be taken all the same, and stands there to be refunded; what is authorized of such an order is voided at once.
 * @throws Refusal not_found; conflict when it ended otherwise
 */
export async function updateTransaction(
  desk: OrderDesk,
  tx: Transaction,
  call: UpdateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(desk, tx, { ...call, order_id }, async ({ before, at }) => {
    const row = before.transactions.find((transaction) => transaction.id === id) ?? refuse("not_found");
    const end = ended(row, body, at);
    const transactions = before.transactions.map((transaction) =>
      transaction.id === id ? end : transaction,
    );
    const order = { ...before, transactions };
    const isCancelled = before.order.status === "cancelled";
    const after = isCancelled ? await voidAuthorizations(tx, { before: order, at }) : order;
    return { after, reason: "transaction ended", context: "order/update" };
  });
  return recordText("transaction", transactionText(order, store, id));
}
