import { fieldError, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { formatMinorUnits } from "./amounts.ts";
import { isBalanceGateway } from "./balance-gateway.ts";
import { changeOrder } from "./change-order.ts";
import { drawIds } from "./draw-ids.ts";
import type { LockedOrder } from "./load-orders.ts";
import { assertTransition } from "./open-close-order.ts";
import type { Order, TransactionRow } from "./order-rows.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { buildRefundText } from "./refunds/add-refund.ts";
import { computePointsToReturn } from "./refunds/points-back.ts";
import { copyGateway, findRemaining } from "./transactions/payments-left.ts";
import { voidAuthorizations } from "./transactions/void-authorizations.ts";

type CancelCall = Call<typeof operations.cancelOrder>;

function assertNothingSent({ fulfillments }: Order): void {
  const live = fulfillments.filter(({ status }) => status !== "cancelled").map(({ id }) => id);
  if (live.length === 0) return;
  throwApiError("conflict", {
    message: `The order has shipped, at least in part. Cancel fulfillment ${live.join(", ")} first, or create a return.`,
    fields: [
      fieldError("fulfillments", "conflict", {}, `Fulfillments ${live.join(", ")} are not cancelled.`),
    ],
  });
}

/** List the payments with store credit or points that are not fully refunded. */
function listBalancePayments(order: Order) {
  return findRemaining(order, ["sale", "capture"]).filter(({ row }) => isBalanceGateway(row.gateway_type));
}

/**
 * Release the money of a cancelled order that Souk itself holds: void authorizations, refund store credit and
 * points.
 */
async function releaseHeldFunds(tx: Transaction, locked: LockedOrder): Promise<Order> {
  const { at } = locked;
  const before = await voidAuthorizations(tx, locked);
  const payments = listBalancePayments(before);
  const ids = await drawIds(tx, { transactions: payments.length, refunds: payments.length });
  const stamps = { created_at: at, updated_at: at };
  const transactions = payments.map(
    ({ row, left }, index): TransactionRow => ({
      ...copyGateway(row),
      id: ids.transactions[index] ?? 0,
      kind: "refund",
      status: "success",
      amount: formatMinorUnits(left, before.order.currency_decimals),
      points: computePointsToReturn(before, row, left),
      reference: "",
      processed_at: at,
      ...stamps,
    }),
  );
  return {
    ...before,
    transactions: [...before.transactions, ...transactions],
    refunds: [
      ...before.refunds,
      ...transactions.map(({ id, amount }, index) => ({
        id: ids.refunds[index] ?? 0,
        status: "created" as const,
        amount,
        note: "The order was cancelled.",
        reference_number: "",
        transaction_id: id,
        ...stamps,
      })),
    ],
  };
}

/**
 * Cancel an order (ORD-5): release its committed units, and add them to stock unless restock is false; refund
 * store credit and points, and void authorizations. Other payments are refunded separately; pending payments
 * end later.
 * @throws ApiError not_found; conflict while a fulfillment is not cancelled; invalid when the reason is too
 *   long
 */
export async function cancelOrder(deps: OrdersDeps, tx: Transaction, call: CancelCall): Promise<JsonText> {
  const { params, body } = call;
  const { reason = "", restock = true } = body ?? {};
  if (Buffer.byteLength(reason) > 4096) throwFieldError("reason", "too_long", { max: 4096, unit: "bytes" });
  const { text } = await changeOrder(deps, tx, { ...call, order_id: params.id }, async (locked) => {
    const { before, at } = locked;
    assertTransition(before, "cancelled");
    const eventDetails = { reason: "order cancelled", context: "order/cancel" };
    // guard: order-cancelled-once: orders/orders.test.ts ORD-5: a cancelled order restores its stock, and only once
    if (before.order.status === "cancelled") return { after: before, ...eventDetails };
    // guard: order-sent-and-cancelled: fulfillments/fulfillments.test.ts a fulfilled or cancelled order cannot ship, and a fulfilled one cannot be cancelled
    assertNothingSent(before);
    const after = await releaseHeldFunds(tx, locked);
    const refunds = after.refunds.slice(before.refunds.length);
    const cancelled = {
      status: "cancelled",
      cancel_reason: reason.trim(),
      cancel_restock: restock,
      cancelled_at: at,
    } as const;
    return {
      after: { ...after, order: { ...before.order, ...cancelled } },
      ...eventDetails,
      partEvents: (order) =>
        refunds.map(({ id }) => ({
          topic: "refund/create",
          id,
          snapshot: buildRefundText(order, call.store, id),
        })),
    };
  });
  return recordText("order", text);
}
