import { addTo, type History, type TrackedOrder, toLevelKey } from "./history.ts";

/** Units by variant and location. */
interface Sums {
  available: Map<string, number>;
  committed: Map<string, number>;
}

/**
 * Add the movements of an order: its units are subtracted at the locations that ship them, and added at the locations
 * where they were restocked.
 */
function addOrderMovements(
  { available, committed }: Sums,
  { document, hasTakenStock, unitsRestockedByCancellation }: TrackedOrder,
): void {
  if (!hasTakenStock) return;
  const variantsByLine = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  const addMovement = (
    sums: Map<string, number>,
    { line, location }: { line: number; location: number },
    change: number,
  ) => {
    const variant = variantsByLine.get(line) ?? null;
    if (variant !== null) addTo(sums, toLevelKey(variant, location), change);
  };
  for (const { location_id: location, line_items } of document.fulfillment_orders)
    for (const { id: line, quantity, unfulfilled_quantity } of line_items) {
      addMovement(available, { line, location }, -quantity);
      addMovement(committed, { line, location }, unfulfilled_quantity);
    }
  for (const { restock_items } of document.refunds)
    for (const { line_item_id: line, location_id: location, quantity, is_reverted } of restock_items)
      if (!is_reverted) addMovement(available, { line, location }, quantity);
  for (const { status, return_line_items } of document.returns)
    for (const { line_item_id: line, location_id: location, quantity, restock } of return_line_items)
      if (restock && status === "completed") addMovement(available, { line, location }, quantity);
  for (const [key, quantity] of unitsRestockedByCancellation) addTo(available, key, quantity);
}

/**
 * Compute the expected stock by variant and location: the units that were set or adjusted, and the movements of all
 * orders, including deleted ones.
 */
export function computeStock({
  adjustedUnits,
  orders,
  deletedOrders,
}: Pick<History, "adjustedUnits" | "orders" | "deletedOrders">): Sums {
  const sums: Sums = { available: new Map(adjustedUnits), committed: new Map() };
  for (const order of [...orders.values(), ...deletedOrders]) addOrderMovements(sums, order);
  return sums;
}
