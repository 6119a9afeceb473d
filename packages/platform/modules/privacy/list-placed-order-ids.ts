import type { BuyerOrders } from "../orders/index.ts";

/** List the ids of the orders that a customer placed, without other people's orders that were only shipped or billed to them. */
export function listPlacedOrderIds({ ids, addressed_ids }: BuyerOrders): number[] {
  const addressed = new Set(addressed_ids);
  return ids.filter((id) => !addressed.has(id));
}
