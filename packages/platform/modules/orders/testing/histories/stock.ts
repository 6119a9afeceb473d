import { add, type History, type KnownOrder, toLevelKey } from "./history.ts";

/** Units by variant and location. */
interface Sums {
  available: Map<string, number>;
  committed: Map<string, number>;
}

/**
 * Add an order's movements: its units are subtracted at the locations that ship them and added where they were
 * restocked.
 */
function addOrder({ available, committed }: Sums, { document, isStocked, restockedUnits }: KnownOrder): void {
  if (!isStocked) return;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  const move = (sums: Map<string, number>, level: { line: number; location: number }, change: number) => {
    const variant = variants.get(level.line) ?? null;
    if (variant !== null) add(sums, toLevelKey(variant, level.location), change);
  };
  for (const { location_id: location, line_items } of document.fulfillment_orders)
    for (const { id: line, quantity, unfulfilled_quantity } of line_items) {
      move(available, { line, location }, -quantity);
      move(committed, { line, location }, unfulfilled_quantity);
    }
  for (const { restock_items } of document.refunds)
    for (const { line_item_id: line, location_id: location, quantity, is_reverted } of restock_items)
      if (!is_reverted) move(available, { line, location }, quantity);
  for (const { status, return_line_items } of document.returns)
    for (const { line_item_id: line, location_id: location, quantity, restock } of return_line_items)
      if (restock && status === "completed") move(available, { line, location }, quantity);
  for (const [key, quantity] of restockedUnits) add(available, key, quantity);
}

/**
 * Compute the expected stock by variant and location: units set and adjusted, and the movements of each
 * order, deleted ones included.
 */
export function computeStock({
  given,
  orders,
  deleted,
}: Pick<History, "given" | "orders" | "deleted">): Sums {
  const sums: Sums = { available: new Map(given), committed: new Map() };
  for (const order of [...orders.values(), ...deleted]) addOrder(sums, order);
  return sums;
}
