import { toMinorUnits } from "./amounts.ts";
import type { Order } from "./order-rows.ts";

/** A topic of an order that is published in addition to order/create or order/update. */
export type OrderTopic = "order/paid" | "order/partially_paid" | "order/cancel";

function getPaidAmount(order: Order | null): bigint {
  return order === null ? 0n : toMinorUnits(order.order.total_paid, order.order.currency_decimals);
}

/**
 * List the topics that a change of an order publishes in addition to order/create or order/update.
 * @param before null for a new order
 */
export function listAdditionalTopics(before: Order | null, after: Order): OrderTopic[] {
  const [paidBefore, paidAfter] = [getPaidAmount(before), getPaidAmount(after)];
  const total = toMinorUnits(after.order.total_price, after.order.currency_decimals);
  const topics: OrderTopic[] = [];
  // Apps ship an order when they receive order/paid, so a payment of a canceled order publishes only order/update.
  // guard order-paid-when-cancelled: without it, cancelled-orders.test.ts fails at `a payment of a canceled order publishes only order/update, not order/paid`
  if (before?.order.status === "cancelled") return topics;
  // A free order is paid when it is placed.
  if (before === null && total === 0n) topics.push("order/paid");
  if (paidAfter > paidBefore) {
    if (paidAfter < total) topics.push("order/partially_paid");
    else if (paidBefore < total) topics.push("order/paid");
  }
  if (before !== null && after.order.status === "cancelled") topics.push("order/cancel");
  return topics;
}
