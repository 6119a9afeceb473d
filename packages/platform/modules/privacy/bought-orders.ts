import type { BuyersOrders } from "../orders/index.ts";

/** List the orders that a customer bought, without other people's orders that were sent or billed to them. */
export function boughtOrders({ ids, addressed_ids }: BuyersOrders): number[] {
  const addressed = new Set(addressed_ids);
  return ids.filter((id) => !addressed.has(id));
}
