import { toUnits } from "./amounts.ts";
import type { Order } from "./order-rows.ts";

/** What is told of an order beside that it changed. */
export type OrderFact = "order_paid" | "order_partially_paid" | "order_cancelled";

function paidOf(order: Order | null): bigint {
  return order === null ? 0n : toUnits(order.order.total_paid, order.order.currency_decimals);
}

/** What a change of an order tells beside order/create or order/update. @param before null: it is new */
export function orderFacts(before: Order | null, after: Order): OrderFact[] {
  const [was, is] = [paidOf(before), paidOf(after)];
  const total = toUnits(after.order.total_price, after.order.currency_decimals);
  const facts: OrderFact[] = [];
  // Who hears that an order is paid sends it; one that was cancelled before has only changed.
  if (before?.order.status === "cancelled") return facts;
  // What costs nothing is paid from the start.
  if (before === null && total === 0n) facts.push("order_paid");
  if (is > was) {
    if (is < total) facts.push("order_partially_paid");
    else if (was < total) facts.push("order_paid");
  }
  if (before !== null && after.order.status === "cancelled") facts.push("order_cancelled");
  return facts;
}
