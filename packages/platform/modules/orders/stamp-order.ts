import type { LockedOrder } from "./load-orders.ts";
import type { Order } from "./order-rows.ts";
import { manyParts, orderTables } from "./order-tables.ts";
import { shareQuantities } from "./quantities.ts";

/** What fulfillment orders show that follows from other rows, by their ids: what of their units was sent, and what is still to be. */
function shownUnits(order: Order): ReadonlyMap<number, string> {
  const shares = shareQuantities(order);
  const shown = new Map<number, string>();
  for (const { id, fulfillment_order_id: of } of order.fulfillment_order_lines) {
    const { open = 0, fulfilled = 0 } = shares.get(id) ?? {};
    shown.set(of, `${shown.get(of) ?? ""} ${open} ${fulfilled}`);
  }
  return shown;
}

/** The order after a change: rows that differ, or show something else, get the time of the change, the order its next version. */
export function stampOrder({ before, at }: LockedOrder, after: Order): Order {
  const [was, is] = [shownUnits(before), shownUnits(after)];
  const parts = manyParts.map((part) => {
    const known = new Map<number, string>(before[part].map((row) => [row.id, JSON.stringify(row)]));
    const differs = (row: { id: number }) =>
      known.get(row.id) !== JSON.stringify(row) ||
      (part === "fulfillment_orders" && was.get(row.id) !== is.get(row.id));
    const rows = orderTables[part].stamped
      ? after[part].map((row) => (differs(row) ? { ...row, updated_at: at } : row))
      : after[part];
    return [part, rows];
  });
  const order = { ...after.order, version: before.order.version + 1, updated_at: at };
  return { ...after, ...Object.fromEntries(parts), order };
}
