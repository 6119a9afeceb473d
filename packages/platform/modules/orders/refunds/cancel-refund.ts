import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { holdLocations } from "../../inventory/index.ts";
import { changeOrder } from "../change-order.ts";
import type { LockedOrder } from "../load-orders.ts";
import { nextIds } from "../next-ids.ts";
import type { OrderDesk } from "../order-desk.ts";
import type { Order, RefundRow, TransactionRow } from "../order-rows.ts";
import { isOwnGateway } from "../own-gateway.ts";
import { following } from "../transactions/payments-left.ts";
import { refundText, tellsRefund } from "./add-refund.ts";

type CancelCall = Call<typeof operations.cancelRefund>;

// What was given back to a customer who was erased since cannot be taken from them again.
function requireOwner({ order }: Order, { gateway_type }: TransactionRow): void {
  if (order.customer_id !== null || !isOwnGateway(gateway_type)) return;
  refuse("conflict", {
    message: "The order's customer is gone, and their balances with them.",
    fields: [{ path: "customer_id", message: "is no customer of this store any more" }],
  });
}

/** The transaction that undoes the one of a refund; none where it gave no money back. */
async function undoingOf(
  tx: Transaction,
  { before, at }: LockedOrder,
  refund: RefundRow,
): Promise<TransactionRow[]> {
  const undone = before.transactions.find(({ id }) => id === refund.transaction_id);
  if (!undone) return [];
  requireOwner(before, undone);
  const { transactions } = await nextIds(tx, { transactions: 1 });
  const { amount, points } = undone;
  const stamps = { created_at: at, updated_at: at };
  return [
    {
      ...following(undone),
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

function requireUncancelled({ order }: Order): void {
  if (order.status !== "cancelled") return;
  refuse("conflict", {
    message: "The order is cancelled: units that are in stock again stay there.",
    fields: [{ path: "is_revert_restock", message: "must be false: the order is cancelled" }],
  });
}

/** Units that had not been sent are to be sent again from where they were, which must still be there. */
async function requireLocations(
  tx: Transaction,
  store: Store,
  { order, refund }: { order: Order; refund: RefundRow },
): Promise<void> {
  const reopened = new Set(
    order.refund_lines.flatMap((line) =>
      line.refund_id === refund.id ? (line.fulfillment_order_line_id ?? []) : [],
    ),
  );
  const parts = new Set(
    order.fulfillment_order_lines
      .filter(({ id }) => reopened.has(id))
      .map(({ fulfillment_order_id }) => fulfillment_order_id),
  );
  const places = order.fulfillment_orders.filter(({ id }) => parts.has(id)).map((row) => row.location_id);
  const there = await holdLocations(tx, store, [...new Set(places)]);
  const gone = places.find((id) => !there.has(id));
  if (gone === undefined) return;
  refuse("conflict", {
    message: `Location ${gone} is gone: units of the refund cannot be sent from there any more.`,
    fields: [{ path: "is_revert_restock", message: `must be false: location ${gone} is gone` }],
  });
}

async function undo(
  tx: Transaction,
  store: Store,
  { locked, refund, reverts }: { locked: LockedOrder; refund: RefundRow; reverts: boolean },
): Promise<Order> {
  const { before } = locked;
  const isOwn = ({ refund_id }: { refund_id: number }) => refund_id === refund.id;
  if (reverts && before.refund_lines.some(isOwn)) {
    requireUncancelled(before);
    await requireLocations(tx, store, { order: before, refund });
  }
  return {
    ...before,
    transactions: [...before.transactions, ...(await undoingOf(tx, locked, refund))],
    refunds: before.refunds.map((row) => (row.id === refund.id ? { ...row, status: "cancelled" } : row)),
    refund_lines: before.refund_lines.map((line) =>
      reverts && isOwn(line) ? { ...line, is_reverted: true } : line,
    ),
  };
}

/**
 * Undoes a refund: its money counts as paid again, and the units that it put back are taken out again where that is asked for.
 * One that is cancelled already stays as it is.
 * @throws Refusal not_found; conflict when a balance or the stock is too small, or for units of a cancelled order or
 * of a location that is gone
 */
export async function cancelRefund(desk: OrderDesk, tx: Transaction, call: CancelCall): Promise<JsonText> {
  const { store, params, body } = call;
  const { id, order_id } = params;
  const { order } = await changeOrder(desk, tx, { ...call, order_id }, async (locked) => {
    const { before } = locked;
    const refund = before.refunds.find((row) => row.id === id) ?? refuse("not_found");
    const told = { reason: "refund cancelled", context: "refund/cancel" };
    if (refund.status === "cancelled") return { after: before, ...told };
    const after = await undo(tx, store, { locked, refund, reverts: body.is_revert_restock ?? false });
    return { after, ...told, tells: tellsRefund(store, { fact: "refund_cancelled", id }) };
  });
  return recordText("refund", refundText(order, store, id));
}
