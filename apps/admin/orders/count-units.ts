import type { Order } from "./order-queries.ts";

/** Count the units of all lines of an order. */
export function countUnits({ line_items }: Pick<Order, "line_items">): number {
  return line_items.reduce((sum, { quantity }) => sum + quantity, 0);
}
