import { type FieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { changeOrder, type OrderChange } from "../change-order.ts";
import { assertCanRecordPayments } from "../customer-rights.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { addRefund } from "../refunds/add-refund.ts";
import { chooseRefundMoney, readRefundAmount } from "../refunds/refund-money.ts";
import { reserveIds } from "../reserve-ids.ts";
import { assertAcceptsPayments, assertPaymentLimit } from "./assert-payments.ts";
import { findFollowUpErrors, findStatusErrors, readTransaction } from "./read-transaction.ts";
import { buildTransactionText } from "./transaction-text.ts";

type CreateCall = Call<typeof operations.createTransaction>;

/** The names of the request's fields for the amount and the payment of a refund. */
const fieldNames = { amount: "amount", payment_id: "parent_id" } as const;

/** Build the change that adds a refund of money, without units. */
function buildRefund(
  tx: Transaction,
  { store, body }: CreateCall,
  locked: LockedOrder,
): Promise<OrderChange> {
  const errors: FieldError[] = findStatusErrors(body);
  const amount = readRefundAmount(body.amount, { order: locked.before, path: fieldNames.amount }, errors);
  const request = { amount, payment_id: body.parent_id, names: fieldNames };
  const money = chooseRefundMoney(locked.before, request, errors);
  errors.push(...findFollowUpErrors(body, money?.payment ?? null));
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const reference = body.reference?.trim() ?? "";
  return addRefund(tx, { store, locked }, { money, units: [], note: "", reference });
}

async function buildTransaction(
  tx: Transaction,
  { store, body }: CreateCall,
  { before, changedAt }: LockedOrder,
): Promise<OrderChange> {
  if (body.kind !== "void") assertAcceptsPayments(before);
  const errors: FieldError[] = [];
  const newTransaction = readTransaction(body, { order: before, currency_code: store.currency_code, errors });
  if (newTransaction === null || errors.length > 0) throwApiError("invalid", { fields: errors });
  if (body.kind !== "void") assertPaymentLimit(before, newTransaction);
  const ids = await reserveIds(tx, { transactions: 1 });
  const processed_at = newTransaction.status === "pending" ? null : changedAt;
  const row = {
    ...newTransaction,
    id: ids.transactions[0] ?? 0,
    processed_at,
    created_at: changedAt,
    updated_at: changedAt,
  };
  return {
    after: { ...before, transactions: [...before.transactions, row] },
    reason: `order ${body.kind}`,
    context: "order/update",
  };
}

/**
 * Create a transaction of an order: a sale, authorization, capture, void or refund.
 * @throws ApiError `scope_missing` for store credit or points without `write_customers`; `right_missing` if a person may not
 *   record this transaction; `not_found`; `invalid` for each invalid field; `conflict` if the order is canceled or a balance is
 *   too low
 */
export async function createTransaction(
  deps: OrdersDeps,
  tx: Transaction,
  call: CreateCall,
): Promise<JsonText> {
  const { store, params, body } = call;
  assertCanRecordPayments(call.actor, [body]);
  const { order } = await changeOrder(deps, tx, { ...call, order_id: params.order_id }, (locked) =>
    body.kind === "refund" ? buildRefund(tx, call, locked) : buildTransaction(tx, call, locked),
  );
  // The new transaction is the order's last one.
  return wrapRecord("transaction", buildTransactionText(order, store, order.transactions.at(-1)?.id ?? 0));
}
