import type { BuyerOrders } from "../orders/index.ts";

/** List the ids of the orders that a customer placed, without orders that other people placed and that were only shipped or billed to the customer. */
export function listPlacedOrderIds({ ids, addressed_ids }: BuyerOrders): number[] {
  const addressed = new Set(addressed_ids);
  return ids.filter((id) => !addressed.has(id));
}
