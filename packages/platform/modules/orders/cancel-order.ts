import { type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { fromUnits } from "./amounts.ts";
import { changeOrder } from "./change-order.ts";
import type { LockedOrder } from "./load-orders.ts";
import { nextIds } from "./next-ids.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { Order, TransactionRow } from "./order-rows.ts";
import { isOwnGateway } from "./own-gateway.ts";
import { refundText } from "./refunds/add-refund.ts";
import { pointsBack } from "./refunds/points-back.ts";
import { requireWay } from "./steps.ts";
import { following, remainingOf } from "./transactions/payments-left.ts";
import { voidAuthorizations } from "./transactions/void-authorizations.ts";

type CancelCall = Call<typeof operations.cancelOrder>;

function requireNothingSent({ fulfillments }: Order): void {
  const live = fulfillments.filter(({ status }) => status !== "cancelled").map(({ id }) => id);
  if (live.length === 0) return;
  refuse("conflict", {
    message: `The order has been sent, in part at least: cancel fulfillment ${live.join(", ")} first, or make a return.`,
    fields: [{ path: "fulfillments", message: `${live.join(", ")} not cancelled` }],
  });
}

/** The customer's credit and points that were taken as payments and not given back. */
function ownPayments(order: Order) {
  return remainingOf(order, ["sale", "capture"]).filter(({ row }) => isOwnGateway(row.gateway_type));
}

/** Lets go of what Souk itself holds of a cancelled order's money: authorizations, the customer's credit and their points. */
async function letGo(tx: Transaction, locked: LockedOrder): Promise<Order> {
  const { at } = locked;
  const before = await voidAuthorizations(tx, locked);
  const held = ownPayments(before);
  const ids = await nextIds(tx, { transactions: held.length, refunds: held.length });
  const stamps = { created_at: at, updated_at: at };
  const transactions = held.map(
    ({ row, left }, index): TransactionRow => ({
      ...following(row),
      id: ids.transactions[index] ?? 0,
      kind: "refund",
      status: "success",
      amount: fromUnits(left, before.order.currency_decimals),
      points: pointsBack(before, row, left),
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
 * Cancels an order (ORD-5): what it committed is free again, and in stock unless restock is false; store credit and points go
 * back to the customer by refunds, and authorizations are voided. Other money is refunded apart; what is pending ends later.
 * @throws Refusal not_found; conflict while a fulfillment is not cancelled; invalid for a reason that is too long
 */
export async function cancelOrder(desk: OrderDesk, tx: Transaction, call: CancelCall): Promise<JsonText> {
  const { params, body } = call;
  const { reason = "", restock = true } = body ?? {};
  if (Buffer.byteLength(reason) > 4096) refuseField("reason", "must have at most 4096 bytes");
  const { text } = await changeOrder(desk, tx, { ...call, order_id: params.id }, async (locked) => {
    const { before, at } = locked;
    requireWay(before, "cancelled");
    const told = { reason: "order cancelled", context: "order/cancel" };
    if (before.order.status === "cancelled") return { after: before, ...told };
    requireNothingSent(before);
    const after = await letGo(tx, locked);
    const refunds = after.refunds.slice(before.refunds.length);
    const cancelled = {
      status: "cancelled",
      cancel_reason: reason.trim(),
      cancel_restock: restock,
      cancelled_at: at,
    } as const;
    return {
      after: { ...after, order: { ...before.order, ...cancelled } },
      ...told,
      tells: (order) =>
        refunds.map(({ id }) => ({ fact: "refund_created", id, text: refundText(order, call.store, id) })),
    };
  });
  return recordText("order", text);
}
