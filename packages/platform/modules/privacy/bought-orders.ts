import type { ForgottenOrders } from "../orders/index.ts";

/** Those of an erased customer's orders that they bought, not those that somebody else only had sent or billed to them. */
export function boughtOrders({ ids, addressed_ids }: ForgottenOrders): number[] {
  const addressed = new Set(addressed_ids);
  return ids.filter((id) => !addressed.has(id));
}
