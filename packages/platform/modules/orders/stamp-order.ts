import type { LockedOrder } from "./load-orders.ts";
import { buildFulfillmentOrderJson } from "./order-children-json.ts";
import type { Order } from "./order-rows.ts";
import { type ChildTableName, childTableNames, orderTables } from "./order-tables.ts";

/**
 * Build a text for each row of a child table, by the row's id, in order to find changed rows. A fulfillment order is
 * compared by its API JSON. The JSON contains the fulfilled and open units, which are derived from other rows, but does not
 * contain `blocks_location_delete`.
 */
function buildComparedTexts(order: Order, name: ChildTableName): ReadonlyMap<number, string> {
  if (name !== "fulfillment_orders") return new Map(order[name].map((row) => [row.id, JSON.stringify(row)]));
  const context = { order, formatTime: (instant: string) => instant };
  return new Map(
    order.fulfillment_orders.map((row) => [
      row.id,
      JSON.stringify(buildFulfillmentOrderJson(context, { ...row, updated_at: "" })),
    ]),
  );
}

/**
 * Set the version and the timestamps of a changed order: changed rows get the time of the change, and the order gets its
 * next version.
 */
export function stampOrder({ before, changedAt }: LockedOrder, after: Order): Order {
  const childRows = childTableNames.map((name) => {
    if (!orderTables[name].hasTimestamps) return [name, after[name]];
    const [textsBefore, textsAfter] = [buildComparedTexts(before, name), buildComparedTexts(after, name)];
    const rows = after[name].map((row) =>
      textsBefore.get(row.id) === textsAfter.get(row.id) ? row : { ...row, updated_at: changedAt },
    );
    return [name, rows];
  });
  const order = { ...after.order, version: before.order.version + 1, updated_at: changedAt };
  return { ...after, ...Object.fromEntries(childRows), order };
}
