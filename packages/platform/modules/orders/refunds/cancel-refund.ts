import { fieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { holdLocations } from "../../inventory/index.ts";
import { isBalanceGateway } from "../balance-gateway.ts";
import { changeOrder } from "../change-order.ts";
import { drawIds } from "../draw-ids.ts";
import type { LockedOrder } from "../load-orders.ts";
import type { Order, RefundRow, TransactionRow } from "../order-rows.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { copyGateway } from "../transactions/payments-left.ts";
import { buildRefundEvents, buildRefundText } from "./add-refund.ts";

type CancelCall = Call<typeof operations.cancelRefund>;

// Credit or points refunded to a customer who was erased since cannot be charged again.
function assertBalanceOwner({ order }: Order, { gateway_type }: TransactionRow): void {
  if (order.customer_id !== null || !isBalanceGateway(gateway_type)) return;
  throwApiError("conflict", {
    message: "The order's customer was deleted, so store credit and points cannot be charged.",
    fields: [fieldError("customer_id", "not_found", { resource: "customer" })],
  });
}

/** Build the transaction that undoes the transaction of a refund; empty if the refund returned no money. */
async function buildReversals(
  tx: Transaction,
  { before, at }: LockedOrder,
  refund: RefundRow,
): Promise<TransactionRow[]> {
  const undone = before.transactions.find(({ id }) => id === refund.transaction_id);
  if (!undone) return [];
  assertBalanceOwner(before, undone);
  const { transactions } = await drawIds(tx, { transactions: 1 });
  const { amount, points } = undone;
  const stamps = { created_at: at, updated_at: at };
  return [
    {
      ...copyGateway(undone),
      id: transactions[0] ?? 0,
      kind: "void",
      status: "success",
      amount,
      points,
      reference: "",
      processed_at: at,
      ...stamps,
    },
  ];
}

function assertOrderNotCancelled({ order }: Order): void {
  if (order.status !== "cancelled") return;
  throwApiError("conflict", {
    message: "The order is cancelled, so its restocked units stay in stock.",
    fields: [
      fieldError(
        "is_revert_restock",
        "not_allowed",
        { allowed: [false] },
        "{field} must be false, because the order is cancelled.",
      ),
    ],
  });
}

/**
 * Assert that the locations of a refund's unsent units still exist, because the units must ship from there again.
 */
async function assertLocations(
  tx: Transaction,
  store: Store,
  { order, refund }: { order: Order; refund: RefundRow },
): Promise<void> {
  const reopened = new Set(
    order.refund_lines.flatMap((line) =>
      line.refund_id === refund.id ? (line.fulfillment_order_line_id ?? []) : [],
    ),
  );
  const fulfillmentOrderIds = new Set(
    order.fulfillment_order_lines
      .filter(({ id }) => reopened.has(id))
      .map(({ fulfillment_order_id }) => fulfillment_order_id),
  );
  const locationIds = order.fulfillment_orders
    .filter(({ id }) => fulfillmentOrderIds.has(id))
    .map((row) => row.location_id);
  const existing = await holdLocations(tx, store, [...new Set(locationIds)]);
  const deletedLocationId = locationIds.find((id) => !existing.has(id));
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

async function undoRefund(
  tx: Transaction,
  store: Store,
  { locked, refund, revertsRestock }: { locked: LockedOrder; refund: RefundRow; revertsRestock: boolean },
): Promise<Order> {
  const { before } = locked;
  const belongsToRefund = ({ refund_id }: { refund_id: number }) => refund_id === refund.id;
  if (revertsRestock && before.refund_lines.some(belongsToRefund)) {
    // guard: restock-of-a-cancelled-order: refunds.test.ts before an order was cancelled
    assertOrderNotCancelled(before);
    await assertLocations(tx, store, { order: before, refund });
  }
  return {
    ...before,
    transactions: [...before.transactions, ...(await buildReversals(tx, locked, refund))],
    refunds: before.refunds.map((row) => (row.id === refund.id ? { ...row, status: "cancelled" } : row)),
    refund_lines: before.refund_lines.map((line) =>
      revertsRestock && belongsToRefund(line) ? { ...line, is_reverted: true } : line,
    ),
  };
}

/**
 * Undo a refund: its money counts as paid again, and the units that it restocked are removed again if
 * requested. A refund that is already cancelled stays as it is.
 * @throws ApiError not_found; conflict when a balance or the stock is too small, or for units of a cancelled
 *   order or of a deleted location
 */
export async function cancelRefund(deps: OrdersDeps, tx: Transaction, call: CancelCall): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(deps, tx, { ...call, order_id }, async (locked) => {
    const { before } = locked;
    const refund = before.refunds.find((row) => row.id === id) ?? throwApiError("not_found");
    const eventDetails = { reason: "refund cancelled", context: "refund/cancel" };
    // guard: refund-undone-once: money-at-once.test.ts undone once
    if (refund.status === "cancelled") return { after: before, ...eventDetails };
    const after = await undoRefund(tx, store, {
      locked,
      refund,
      revertsRestock: body.is_revert_restock ?? false,
    });
    return { after, ...eventDetails, partEvents: buildRefundEvents(store, { topic: "refund/cancel", id }) };
  });
  return recordText("refund", buildRefundText(order, store, id));
}
