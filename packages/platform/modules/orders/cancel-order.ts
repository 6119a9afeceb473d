import { fieldError, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { formatMinorUnits } from "./amounts.ts";
import { isBalanceGateway } from "./balance-gateway.ts";
import { changeOrder } from "./change-order.ts";
import type { LockedOrder } from "./load-orders.ts";
import { assertTransition } from "./open-close-order.ts";
import type { Order, TransactionRow } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { buildRefundText } from "./refunds/add-refund.ts";
import { computePointsToRefund } from "./refunds/points-to-refund.ts";
import { reserveIds } from "./reserve-ids.ts";
import { buildFollowUpFields, listRemainingTransactions } from "./transactions/remaining-transactions.ts";
import { voidAuthorizations } from "./transactions/void-authorizations.ts";

type CancelCall = Call<typeof operations.cancelOrder>;

/** The maximum length of the reason of a cancellation, in UTF-8 bytes. */
const maxReasonBytes = 4096;

function assertNothingShipped({ fulfillments }: Order): void {
  const activeIds = fulfillments.filter(({ status }) => status !== "cancelled").map(({ id }) => id);
  if (activeIds.length === 0) return;
  throwApiError("conflict", {
    message: `The order has shipped, at least in part. Cancel its fulfillments first (${activeIds.join(", ")}), or create a return.`,
    fields: [
      fieldError("fulfillments", "conflict", {}, `Cancel these fulfillments first: ${activeIds.join(", ")}.`),
    ],
  });
}

/** List the payments that were made with store credit or points and are not fully refunded. */
function listBalancePayments(order: Order) {
  return listRemainingTransactions(order, ["sale", "capture"]).filter(({ row }) =>
    isBalanceGateway(row.gateway_type),
  );
}

/**
 * Release the funds that Souk itself holds for a canceled order: void authorizations, and refund payments made with
 * store credit and points.
 */
async function releaseHeldFunds(tx: Transaction, locked: LockedOrder): Promise<Order> {
  const { changedAt } = locked;
  const orderAfterVoids = await voidAuthorizations(tx, locked);
  const payments = listBalancePayments(orderAfterVoids);
  const ids = await reserveIds(tx, { transactions: payments.length, refunds: payments.length });
  const timestamps = { created_at: changedAt, updated_at: changedAt };
  const transactions = payments.map(
    ({ row, remaining }, index): TransactionRow => ({
      ...buildFollowUpFields(row),
      id: ids.transactions[index] ?? 0,
      kind: "refund",
      status: "success",
      amount: formatMinorUnits(remaining, orderAfterVoids.order.currency_decimals),
      points: computePointsToRefund(orderAfterVoids, row, remaining),
      reference: "",
      processed_at: changedAt,
      ...timestamps,
    }),
  );
  return {
    ...orderAfterVoids,
    transactions: [...orderAfterVoids.transactions, ...transactions],
    refunds: [
      ...orderAfterVoids.refunds,
      ...transactions.map(({ id, amount }, index) => ({
        id: ids.refunds[index] ?? 0,
        status: "created" as const,
        amount,
        note: "The order was canceled.",
        reference_number: "",
        transaction_id: id,
        ...timestamps,
      })),
    ],
  };
}

/**
 * Cancel an order (ORD-5): release its committed units, and add them to available stock unless `restock` is false.
 * Refund store credit and points, and void authorizations. Other payments must be refunded separately. Pending payments
 * stay pending until they are updated.
 * @throws ApiError `not_found`; `conflict` while a fulfillment is not canceled; `invalid` for a `reason` that is too
 *   long
 */
export async function cancelOrder(deps: OrdersDeps, tx: Transaction, call: CancelCall): Promise<JsonText> {
  const { params, body } = call;
  const { reason = "", restock = true } = body ?? {};
  if (Buffer.byteLength(reason) > maxReasonBytes)
    throwFieldError("reason", "too_long", { max: maxReasonBytes, unit: "bytes" });
  const { text } = await changeOrder(deps, tx, { ...call, order_id: params.id }, async (locked) => {
    const { before, changedAt } = locked;
    assertTransition(before, "cancelled");
    const changeDetails = { reason: "order cancelled", context: "order/cancel" };
    // guard order-cancelled-once: without it, orders/orders.test.ts fails at `ORD-5: canceling an order restores its stock only once`
    if (before.order.status === "cancelled") return { after: before, ...changeDetails };
    // guard order-sent-and-cancelled: without it, fulfillments/fulfillments.test.ts fails at `a fulfilled order can neither be fulfilled again nor be canceled`
    assertNothingShipped(before);
    const after = await releaseHeldFunds(tx, locked);
    const refunds = after.refunds.slice(before.refunds.length);
    const canceledColumns = {
      status: "cancelled",
      cancel_reason: reason.trim(),
      cancel_restock: restock,
      cancelled_at: changedAt,
    } as const;
    return {
      after: { ...after, order: { ...before.order, ...canceledColumns } },
      ...changeDetails,
      buildChildEvents: (order) =>
        refunds.map(({ id }) => ({
          topic: "refund/create",
          id,
          snapshot: buildRefundText(order, call.store, id),
        })),
    };
  });
  return wrapRecord("order", text);
}
