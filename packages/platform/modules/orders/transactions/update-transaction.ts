import { isWay, type operations, refuse, transactionStates } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { changeOrder } from "../change-order.ts";
import type { OrderDesk } from "../order-desk.ts";
import type { Order, TransactionRow } from "../order-rows.ts";
import { requireTakesMoney } from "./takes-money.ts";
import { transactionText } from "./transaction-text.ts";

type UpdateCall = Call<typeof operations.updateTransaction>;

function ended(order: Order, row: TransactionRow, { status, reference }: UpdateCall["body"]): TransactionRow {
  if (row.status !== status && !isWay(transactionStates, row.status, status))
    refuse("conflict", {
      message: `The transaction has ended: it is ${row.status}.`,
      fields: [{ path: "status", message: `is ${row.status}` }],
    });
  if (row.status !== status && status === "success") requireTakesMoney(order);
  return {
    ...row,
    status: status === "success" ? "success" : "failure",
    reference: reference?.trim() ?? row.reference,
  };
}

/**
 * Says how a pending transaction ended, and what it is called elsewhere.
 * @throws Refusal not_found; conflict when it ended otherwise, or would pay for a cancelled order
 */
export async function updateTransaction(
  desk: OrderDesk,
  tx: Transaction,
  call: UpdateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(desk, tx, { ...call, order_id }, ({ before }) => {
    const row = before.transactions.find((transaction) => transaction.id === id) ?? refuse("not_found");
    const after = ended(before, row, body);
    const transactions = before.transactions.map((transaction) =>
      transaction.id === id ? after : transaction,
    );
    return { after: { ...before, transactions }, reason: "transaction ended", context: "order/update" };
  });
  return recordText("transaction", transactionText(order, store, id));
}
