import type { LockedOrder } from "./load-orders.ts";
import type { Order } from "./order-rows.ts";
import { type ManyPart, manyParts, orderTables } from "./order-tables.ts";
import { fulfillmentOrderJson } from "./parts-json.ts";

/**
 * What says by their ids whether rows of a part changed. A fulfillment order is what it shows: what of its units was sent and is
 * still to be follows from other rows, and whether its location may be deleted is not shown.
 */
function shownRows(order: Order, part: ManyPart): ReadonlyMap<number, string> {
  if (part !== "fulfillment_orders") return new Map(order[part].map((row) => [row.id, JSON.stringify(row)]));
  const showing = { order, time: (instant: string) => instant };
  return new Map(
    order.fulfillment_orders.map((row) => [
      row.id,
      JSON.stringify(fulfillmentOrderJson(showing, { ...row, updated_at: "" })),
    ]),
  );
}

/** The order after a change: rows that differ, or show something else, get the time of the change, the order its next version. */
export function stampOrder({ before, at }: LockedOrder, after: Order): Order {
  const parts = manyParts.map((part) => {
    if (!orderTables[part].stamped) return [part, after[part]];
    const [was, is] = [shownRows(before, part), shownRows(after, part)];
    const rows = after[part].map((row) =>
      was.get(row.id) === is.get(row.id) ? row : { ...row, updated_at: at },
    );
    return [part, rows];
  });
  const order = { ...after.order, version: before.order.version + 1, updated_at: at };
  return { ...after, ...Object.fromEntries(parts), order };
}
