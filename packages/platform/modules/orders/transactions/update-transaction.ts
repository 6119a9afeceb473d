import { canTransition, fieldError, type operations, throwApiError, transactionStates } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { changeOrder } from "../change-order.ts";
import type { TransactionRow } from "../order-rows.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { getProcessedAt } from "./processed-at.ts";
import { buildTransactionText } from "./transaction-text.ts";
import { voidAuthorizations } from "./void-authorizations.ts";

type UpdateCall = Call<typeof operations.updateTransaction>;

function applyResult(row: TransactionRow, body: UpdateCall["body"], changedAt: string): TransactionRow {
  const { status } = body;
  const reference = body.reference?.trim() ?? row.reference;
  // guard payment-ends-once: without it, transactions.test.ts fails at `cash on delivery`
  if (row.status !== status && !canTransition(transactionStates, row.status, status))
    throwApiError("conflict", {
      message: `The status of the transaction is already ${row.status} and cannot be changed.`,
      fields: [fieldError("status", "conflict", { current: row.status })],
    });
  if (row.status === status && row.reference === reference) return row;
  return {
    ...row,
    status: status === "success" ? "success" : "failure",
    reference,
    processed_at: getProcessedAt(row) ?? changedAt,
  };
}

/**
 * Update the status of a pending transaction, or the external reference of any transaction. A payment that was pending
 * when its order was canceled may still succeed and can then be refunded. If an authorization of a canceled order
 * succeeds, it is voided immediately.
 * @throws ApiError `not_found`; `conflict` if the transaction already has another final status
 */
export async function updateTransaction(
  deps: OrdersDeps,
  tx: Transaction,
  call: UpdateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(deps, tx, { ...call, order_id }, async ({ before, changedAt }) => {
    const row =
      before.transactions.find((transaction) => transaction.id === id) ?? throwApiError("not_found");
    const updatedRow = applyResult(row, body, changedAt);
    const transactions = before.transactions.map((transaction) =>
      transaction.id === id ? updatedRow : transaction,
    );
    const orderWithResult = { ...before, transactions };
    // guard cancelled-holds-no-authorization: with `"closed"` instead of `"cancelled"`, cancelled-orders.test.ts fails at `a capture that is pending when its order is canceled can still succeed or fail`
    const isCanceled = before.order.status === "cancelled";
    const after = isCanceled
      ? await voidAuthorizations(tx, { before: orderWithResult, changedAt })
      : orderWithResult;
    return { after, reason: "transaction ended", context: "order/update" };
  });
  return wrapRecord("transaction", buildTransactionText(order, store, id));
}
