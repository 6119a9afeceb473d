import type { BuyerOrders } from "../orders/index.ts";

/**
 * List the ids of the orders that a customer placed. Orders that other people placed and that were only shipped or billed to the
 * customer are left out.
 */
export function listPlacedOrderIds({ ids, addressed_ids }: BuyerOrders): number[] {
  const addressedIds = new Set(addressed_ids);
  return ids.filter((id) => !addressedIds.has(id));
}
