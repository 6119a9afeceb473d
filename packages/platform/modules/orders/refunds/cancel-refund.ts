import { fieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { loadAndLockLocations } from "../../inventory/index.ts";
import { isBalanceGateway } from "../balance-gateway.ts";
import { changeOrder } from "../change-order.ts";
import { assertCanCharge } from "../customer-rights.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { Order, RefundRow, TransactionRow } from "../order-rows.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { reserveIds } from "../reserve-ids.ts";
import { buildFollowUpFields } from "../transactions/remaining-transactions.ts";
import { buildRefundText, createRefundEventsBuilder } from "./add-refund.ts";

type CancelCall = Call<typeof operations.cancelRefund>;

// If the customer was erased meanwhile, refunded store credit or points cannot be charged again.
function assertBalanceOwner({ order }: Order, { gateway_type }: TransactionRow): void {
  if (order.customer_id !== null || !isBalanceGateway(gateway_type)) return;
  throwApiError("conflict", {
    message: "The order's customer was deleted, so store credit and points cannot be charged.",
    fields: [fieldError("customer_id", "not_found", { resource: "customer" })],
  });
}

/** Return a list with the transaction that voids a refund's transaction. The list is empty if no money was refunded. */
async function buildVoids(
  tx: Transaction,
  { before, changedAt }: LockedOrder,
  refund: RefundRow,
): Promise<TransactionRow[]> {
  const refundTransaction = before.transactions.find(({ id }) => id === refund.transaction_id);
  if (!refundTransaction) return [];
  assertBalanceOwner(before, refundTransaction);
  const { transactions } = await reserveIds(tx, { transactions: 1 });
  const { amount, points } = refundTransaction;
  const timestamps = { created_at: changedAt, updated_at: changedAt };
  return [
    {
      ...buildFollowUpFields(refundTransaction),
      id: transactions[0] ?? 0,
      kind: "void",
      status: "success",
      amount,
      points,
      reference: "",
      processed_at: changedAt,
      ...timestamps,
    },
  ];
}

function assertOrderNotCanceled({ order }: Order): void {
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is canceled, so its restocked units stay in stock.",
    fields: [
      fieldError(
        "is_revert_restock",
        "not_allowed",
        { allowed: [false] },
        "{field} must be false, because the order is canceled.",
      ),
    ],
  });
}

/** Assert that the locations of a refund's unfulfilled units still exist, because the units will ship from there again. */
async function assertLocationsExist(
  tx: Transaction,
  store: Store,
  { order, refund }: { order: Order; refund: RefundRow },
): Promise<void> {
  const reopenedLineIds = new Set(
    order.refund_lines.flatMap((line) =>
      line.refund_id === refund.id ? (line.fulfillment_order_line_id ?? []) : [],
    ),
  );
  const fulfillmentOrderIds = new Set(
    order.fulfillment_order_lines
      .filter(({ id }) => reopenedLineIds.has(id))
      .map(({ fulfillment_order_id }) => fulfillment_order_id),
  );
  const locationIds = order.fulfillment_orders
    .filter(({ id }) => fulfillmentOrderIds.has(id))
    .map((row) => row.location_id);
  const existingIds = await loadAndLockLocations(tx, store, [...new Set(locationIds)]);
  const deletedLocationId = locationIds.find((id) => !existingIds.has(id));
  if (deletedLocationId === undefined) return;
  throwApiError("conflict", {
    message: `Location ${deletedLocationId} was deleted, so units of the refund cannot ship from there.`,
    fields: [
      fieldError(
        "is_revert_restock",
        "not_allowed",
        { allowed: [false] },
        `{field} must be false, because location ${deletedLocationId} no longer exists.`,
      ),
    ],
  });
}

async function applyCancellation(
  tx: Transaction,
  store: Store,
  { locked, refund, revertsRestock }: { locked: LockedOrder; refund: RefundRow; revertsRestock: boolean },
): Promise<Order> {
  const { before } = locked;
  const belongsToRefund = ({ refund_id }: { refund_id: number }) => refund_id === refund.id;
  if (revertsRestock && before.refund_lines.some(belongsToRefund)) {
    // guard restock-of-a-cancelled-order: without it, refunds.test.ts fails at `units that were restocked before their order was canceled stay in stock`
    assertOrderNotCanceled(before);
    await assertLocationsExist(tx, store, { order: before, refund });
  }
  return {
    ...before,
    transactions: [...before.transactions, ...(await buildVoids(tx, locked, refund))],
    refunds: before.refunds.map((row) => (row.id === refund.id ? { ...row, status: "cancelled" } : row)),
    refund_lines: before.refund_lines.map((line) =>
      revertsRestock && belongsToRefund(line) ? { ...line, is_reverted: true } : line,
    ),
  };
}

/**
 * Cancel a refund. Its amount counts as paid again. If `is_revert_restock` is true, the units that the refund restocked
 * are removed from stock again. A refund that is already canceled stays unchanged.
 * @throws ApiError `scope_missing` if store credit or points are charged again without `write_customers`; `not_found`;
 *   `conflict` if a balance or the stock is too low, or if a restock would be reverted although its order is canceled or
 *   its location was deleted
 */
export async function cancelRefund(deps: OrdersDeps, tx: Transaction, call: CancelCall): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(deps, tx, { ...call, order_id }, async (locked) => {
    const { before } = locked;
    const refund = before.refunds.find((row) => row.id === id) ?? throwApiError("not_found");
    const changeDetails = { reason: "refund cancelled", context: "refund/cancel" };
    // guard refund-undone-once: without it, simultaneous-payments.test.ts fails at `a refund that eight clients cancel simultaneously is canceled only once`
    if (refund.status === "cancelled") return { after: before, ...changeDetails };
    const refundTransaction = before.transactions.find((row) => row.id === refund.transaction_id);
    // guard balances-charged-again: without it, customer-rights.test.ts fails at `canceling a refund of store credit requires write_customers, because the credit is spent again`
    assertCanCharge(call.actor, refundTransaction?.gateway_type ?? "");
    const after = await applyCancellation(tx, store, {
      locked,
      refund,
      revertsRestock: body.is_revert_restock ?? false,
    });
    return {
      after,
      ...changeDetails,
      buildChildEvents: createRefundEventsBuilder(store, { topic: "refund/cancel", id }),
    };
  });
  return wrapRecord("refund", buildRefundText(order, store, id));
}
