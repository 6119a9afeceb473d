import type { BuyersOrders } from "../orders/index.ts";

/** Those of a customer's orders that they bought, not those that somebody else only had sent or billed to them. */
export function boughtOrders({ ids, addressed_ids }: BuyersOrders): number[] {
  const addressed = new Set(addressed_ids);
  return ids.filter((id) => !addressed.has(id));
}
