import { canTransition, fieldError, type operations, throwApiError, transactionStates } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { changeOrder } from "../change-order.ts";
import type { TransactionRow } from "../order-rows.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { getProcessedAt } from "./processed-at.ts";
import { buildTransactionText } from "./transaction-text.ts";
import { voidAuthorizations } from "./void-authorizations.ts";

type UpdateCall = Call<typeof operations.updateTransaction>;

function applyResult(row: TransactionRow, sent: UpdateCall["body"], time: string): TransactionRow {
  const { status } = sent;
  const reference = sent.reference?.trim() ?? row.reference;
  // guard: payment-ends-once: transactions.test.ts cash on delivery
  if (row.status !== status && !canTransition(transactionStates, row.status, status))
    throwApiError("conflict", {
      message: `The transaction has already ended with status ${row.status}.`,
      fields: [fieldError("status", "conflict", { current: row.status })],
    });
  if (row.status === status && row.reference === reference) return row;
  return {
    ...row,
    status: status === "success" ? "success" : "failure",
    reference,
    processed_at: getProcessedAt(row) ?? time,
  };
}

/**
 * Update a transaction: the result of a pending one, and the external reference. Payments that were pending when
 * their order was cancelled may still succeed and can then be refunded; an authorization of such an order is
 * voided at once.
 * @throws ApiError not_found; conflict when the transaction has ended with another status
 */
export async function updateTransaction(
  deps: OrdersDeps,
  tx: Transaction,
  call: UpdateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(deps, tx, { ...call, order_id }, async ({ before, at }) => {
    const row =
      before.transactions.find((transaction) => transaction.id === id) ?? throwApiError("not_found");
    const updated = applyResult(row, body, at);
    const transactions = before.transactions.map((transaction) =>
      transaction.id === id ? updated : transaction,
    );
    const order = { ...before, transactions };
    // guard: cancelled-holds-no-authorization with `"closed"` for `"cancelled"`: cancelled-orders.test.ts a capture that is pending at cancellation can still succeed or fail
    const isCancelled = before.order.status === "cancelled";
    const after = isCancelled ? await voidAuthorizations(tx, { before: order, at }) : order;
    return { after, reason: "transaction ended", context: "order/update" };
  });
  return recordText("transaction", buildTransactionText(order, store, id));
}
