import type { BuyerOrders } from "../orders/index.ts";

/** List the ids of the orders that a customer placed, without orders of other people that were just shipped or billed to the customer. */
export function listPlacedOrderIds({ ids, addressed_ids }: BuyerOrders): number[] {
  const addressed = new Set(addressed_ids);
  return ids.filter((id) => !addressed.has(id));
}
