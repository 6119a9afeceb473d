import { mostPayments, refuse } from "@souk/contract";
import type { Order, TransactionRow } from "../order-rows.ts";
import { requirePartRoom } from "../require-room.ts";

/** Refuses new money for an order that is not to be paid any more. @throws Refusal conflict naming the status */
export function requireTakesMoney({ order }: Order): void {
  if (order.status !== "cancelled") return;
  refuse("conflict", {
    message: "The order is cancelled and takes no money; it can be refunded.",
    fields: [{ path: "status", message: "is cancelled" }],
  });
}

/** The payments that take no room from one of the other status, and the words for those that do. */
const rooms = [
  { except: "failure", which: "" },
  { except: "success", which: " that failed or are pending" },
] as const;

/**
 * Refuses more sales, authorizations and captures than an order can have. Those that failed are counted apart, so that they shut
 * out none that succeeds; one that is pending may end either way and needs room in both counts.
 * @throws Refusal conflict
 */
export function requireRoom({ transactions }: Order, { status }: Pick<TransactionRow, "status">): void {
  const payments = transactions.filter(({ kind }) => kind !== "refund" && kind !== "void");
  for (const { except, which } of rooms) {
    if (status === except) continue;
    const counted = payments.filter((payment) => payment.status !== except);
    const called = `sales, authorizations and captures${which}`;
    requirePartRoom(counted, { name: "transactions", called, most: mostPayments });
  }
}
