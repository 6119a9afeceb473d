import { type FieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { changeOrder, type OrderChange } from "../change-order.ts";
import { drawIds } from "../draw-ids.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { addRefund } from "../refunds/add-refund.ts";
import { chooseRefundMoney, readRefundAmount } from "../refunds/refund-money.ts";
import { assertAcceptsPayments, assertTransactionRoom } from "./assert-payments.ts";
import { findFollowUpErrors, findStatusErrors, readTransaction } from "./read-transaction.ts";
import { buildTransactionText } from "./transaction-text.ts";

type CreateCall = Call<typeof operations.createTransaction>;

const names = { amount: "amount", payment_id: "parent_id" } as const;

/** Build the change that adds a refund of money only. */
function buildRefund(
  tx: Transaction,
  { store, body }: CreateCall,
  locked: LockedOrder,
): Promise<OrderChange> {
  const errors: FieldError[] = findStatusErrors(body);
  const units = readRefundAmount(body.amount, { order: locked.before, path: names.amount }, errors);
  const request = { units, payment_id: body.parent_id, names };
  const money = chooseRefundMoney(locked.before, request, errors);
  errors.push(...findFollowUpErrors(body, money?.payment ?? null));
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const reference = body.reference?.trim() ?? "";
  return addRefund(tx, { store, locked }, { money, units: [], note: "", reference });
}

async function buildTransaction(
  tx: Transaction,
  { store, body }: CreateCall,
  { before, at }: LockedOrder,
): Promise<OrderChange> {
  if (body.kind !== "void") assertAcceptsPayments(before);
  const errors: FieldError[] = [];
  const read = readTransaction(body, { order: before, currency_code: store.currency_code, errors });
  if (read === null || errors.length > 0) throwApiError("invalid", { fields: errors });
  if (body.kind !== "void") assertTransactionRoom(before, read);
  const ids = await drawIds(tx, { transactions: 1 });
  const processed_at = read.status === "pending" ? null : at;
  const row = { ...read, id: ids.transactions[0] ?? 0, processed_at, created_at: at, updated_at: at };
  return {
    after: { ...before, transactions: [...before.transactions, row] },
    reason: `order ${body.kind}`,
    context: "order/update",
  };
}

/**
 * Record a transaction of an order: a sale, authorization, capture, void or refund.
 * @throws ApiError not_found; invalid naming each invalid field; conflict when the order is cancelled or a
 *   balance is too small
 */
export async function createTransaction(
  deps: OrdersDeps,
  tx: Transaction,
  call: CreateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { order } = await changeOrder(deps, tx, { ...call, order_id: params.order_id }, (locked) =>
    body.kind === "refund" ? buildRefund(tx, call, locked) : buildTransaction(tx, call, locked),
  );
  // A new transaction is the last one.
  return recordText("transaction", buildTransactionText(order, store, order.transactions.at(-1)?.id ?? 0));
}
