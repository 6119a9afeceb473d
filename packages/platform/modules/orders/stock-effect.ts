import type { LevelLine } from "../inventory/index.ts";
import type { Order } from "./order-rows.ts";
import { computeFulfillmentOrderLineQuantities } from "./quantities.ts";

/**
 * Compute what an order in its current state adds to inventory levels (INV-3). Its units are subtracted at the locations
 * that ship them, and units that still have to ship are committed there. Units that were restocked by refunds, returns or
 * cancellation are added where they were restocked. When an order changes, the inventory levels change by the difference
 * between the order's effects before and after the change.
 */
export function computeStockEffect(order: Order): LevelLine[] {
  const variants = new Map(
    order.lines.flatMap(({ id, variant_id, is_stocked }) =>
      is_stocked && variant_id !== null ? [[id, variant_id]] : [],
    ),
  );
  const locationIds = new Map(order.fulfillment_orders.map(({ id, location_id }) => [id, location_id]));
  const quantitiesById = computeFulfillmentOrderLineQuantities(order);
  const buildStockEffect = (
    line: { line_item_id: number },
    location_id: number | undefined,
    change: number,
  ): LevelLine[] => {
    const variant_id = variants.get(line.line_item_id);
    if (variant_id === undefined || location_id === undefined || change === 0) return [];
    return [{ variant_id, location_id, field: "inventory_quantity", change }];
  };
  const convertToCommitted = (lines: LevelLine[]): LevelLine[] =>
    lines.map((line) => ({ ...line, field: "committed_inventory_quantity" }));
  const completedIds = new Set(
    order.returns.filter(({ status }) => status === "completed").map(({ id }) => id),
  );
  return [
    ...order.fulfillment_order_lines.flatMap((line) => {
      const locationId = locationIds.get(line.fulfillment_order_id);
      const { open = 0, canceled = 0 } = quantitiesById.get(line.id) ?? {};
      const restocked = order.order.cancel_restock ? canceled : 0;
      return [
        ...buildStockEffect(line, locationId, restocked - line.quantity),
        ...convertToCommitted(buildStockEffect(line, locationId, open)),
      ];
    }),
    ...order.refund_lines.flatMap((line) =>
      line.is_reverted ? [] : buildStockEffect(line, line.location_id, line.quantity),
    ),
    ...order.return_lines.flatMap((line) =>
      line.restock && completedIds.has(line.order_return_id)
        ? buildStockEffect(line, line.location_id, line.quantity)
        : [],
    ),
  ];
}
