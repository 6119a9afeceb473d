import type { LockedOrder } from "./load-orders.ts";
import type { Order } from "./order-rows.ts";
import { type ManyPart, manyParts, orderTables } from "./order-tables.ts";
import { fulfillmentOrderJson } from "./parts-json.ts";

/**
 * Build a text per row id to compare the rows of a part. A fulfillment order is compared by its JSON: its
 * shipped and open units follow from other rows, and `blocks_location_delete` is not part of the JSON.
 */
function buildComparedTexts(order: Order, part: ManyPart): ReadonlyMap<number, string> {
  if (part !== "fulfillment_orders") return new Map(order[part].map((row) => [row.id, JSON.stringify(row)]));
  const context = { order, time: (instant: string) => instant };
  return new Map(
    order.fulfillment_orders.map((row) => [
      row.id,
      JSON.stringify(fulfillmentOrderJson(context, { ...row, updated_at: "" })),
    ]),
  );
}

/**
 * Set the versions and times of a changed order: changed rows get the time of the change, the order gets
 * its next version.
 */
export function stampOrder({ before, at }: LockedOrder, after: Order): Order {
  const parts = manyParts.map((part) => {
    if (!orderTables[part].stamped) return [part, after[part]];
    const [textsBefore, textsAfter] = [buildComparedTexts(before, part), buildComparedTexts(after, part)];
    const rows = after[part].map((row) =>
      textsBefore.get(row.id) === textsAfter.get(row.id) ? row : { ...row, updated_at: at },
    );
    return [part, rows];
  });
  const order = { ...after.order, version: before.order.version + 1, updated_at: at };
  return { ...after, ...Object.fromEntries(parts), order };
}
