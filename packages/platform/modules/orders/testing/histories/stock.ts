import { add, type History, type KnownOrder, placeOf } from "./history.ts";

/** Units by place. */
interface Sums {
  available: Map<string, number>;
  committed: Map<string, number>;
}

/** Adds what an order moved: its units are gone from where they are sent from, and what came back is where it was put. */
function addOrder({ available, committed }: Sums, { document, isStocked, putBack }: KnownOrder): void {
  if (!isStocked) return;
  const variants = new Map(document.line_items.map(({ id, variant_id }) => [id, variant_id]));
  const move = (sums: Map<string, number>, at: { line: number; location: number }, change: number) => {
    const variant = variants.get(at.line) ?? null;
    if (variant !== null) add(sums, placeOf(variant, at.location), change);
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
  for (const [at, quantity] of putBack) add(available, at, quantity);
}

/** What each place should have: what it was given, and what each order moved, those that were deleted too. */
export function stockOf({ given, orders, deleted }: Pick<History, "given" | "orders" | "deleted">): Sums {
  const sums: Sums = { available: new Map(given), committed: new Map() };
  for (const order of [...orders.values(), ...deleted]) addOrder(sums, order);
  return sums;
}
