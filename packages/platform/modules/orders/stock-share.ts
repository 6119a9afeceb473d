import type { LevelLine } from "../inventory/index.ts";
import type { Order } from "./order-rows.ts";
import { shareQuantities } from "./quantities.ts";

/**
 * What an order adds to levels, as it stands (INV-3): its units are missing where they are shipped from, those still to be
 * sent are committed there, and what refunds, returns and a cancellation put back is available where they put it. Every step
 * moves levels by the difference between the shares before and after it.
 */
export function stockShare(order: Order): LevelLine[] {
  const variants = new Map(
    order.lines.flatMap(({ id, variant_id, is_stocked }) =>
      is_stocked && variant_id !== null ? [[id, variant_id]] : [],
    ),
  );
  const places = new Map(order.fulfillment_orders.map(({ id, location_id }) => [id, location_id]));
  const shares = shareQuantities(order);
  const share = (
    line: { line_item_id: number },
    location_id: number | undefined,
    change: number,
  ): LevelLine[] => {
    const variant_id = variants.get(line.line_item_id);
    if (variant_id === undefined || location_id === undefined || change === 0) return [];
    return [{ variant_id, location_id, field: "inventory_quantity", change }];
  };
  const committed = (lines: LevelLine[]): LevelLine[] =>
    lines.map((line) => ({ ...line, field: "committed_inventory_quantity" }));
  const completed = new Set(order.returns.filter(({ status }) => status === "completed").map(({ id }) => id));
  return [
    ...order.fulfillment_order_lines.flatMap((line) => {
      const place = places.get(line.fulfillment_order_id);
      const { open = 0, cancelled = 0 } = shares.get(line.id) ?? {};
      const back = order.order.cancel_restock ? cancelled : 0;
      return [...share(line, place, back - line.quantity), ...committed(share(line, place, open))];
    }),
    ...order.refund_lines.flatMap((line) =>
      line.is_reverted ? [] : share(line, line.location_id, line.quantity),
    ),
    ...order.return_lines.flatMap((line) =>
      line.restock && completed.has(line.order_return_id) ? share(line, line.location_id, line.quantity) : [],
    ),
  ];
}
