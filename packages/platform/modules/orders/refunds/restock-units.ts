import type { BodyOf, FieldError, operations } from "@souk/contract";
import type { Order, RefundLineRow } from "../order-rows.ts";
import { lineQuantities, shareQuantities } from "../quantities.ts";

type RestockItem = NonNullable<BodyOf<typeof operations.createRefund>["restock_items"]>[number];

/** Units that a refund puts back, before they have ids. */
export type RestockedUnits = Omit<RefundLineRow, "id" | "refund_id">;

/** What is known of the places that units are put back to. */
export type RestockPlaces = ReadonlyMap<number, { is_active: boolean }>;

/** Units of a line that can be put back, and where they were taken from. */
interface Portion {
  fulfillment_order_line_id: number | null;
  location_id: number;
  quantity: number;
}

function sharesOf(order: Order, lineId: number) {
  const places = new Map(order.fulfillment_orders.map(({ id, location_id }) => [id, location_id]));
  const quantities = shareQuantities(order);
  return order.fulfillment_order_lines
    .filter(({ line_item_id }) => line_item_id === lineId)
    .map(({ id, fulfillment_order_id }) => {
      const { open = 0, fulfilled = 0 } = quantities.get(id) ?? {};
      return { id, location_id: places.get(fulfillment_order_id) ?? 0, open, fulfilled };
    });
}

/** Units not sent yet, those at the place asked for first; then units sent, of which the first are those that came back. */
function portionsOf(order: Order, { line_item_id, location_id }: RestockItem): Portion[] {
  const shares = sharesOf(order, line_item_id);
  const isNear = (share: { location_id: number }) => (share.location_id === location_id ? 0 : 1);
  const open = shares
    .toSorted((a, b) => isNear(a) - isNear(b))
    .map(({ id, location_id: from, open: quantity }) => ({
      fulfillment_order_line_id: id,
      location_id: from,
      quantity,
    }));
  const { cameBack = 0, returned = 0 } = lineQuantities(order).get(line_item_id) ?? {};
  let back = cameBack + returned;
  const sent = shares.map(({ location_id: from, fulfilled }) => {
    const skipped = Math.min(back, fulfilled);
    back -= skipped;
    return { fulfillment_order_line_id: null, location_id: from, quantity: fulfilled - skipped };
  });
  return [...open, ...sent].filter(({ quantity }) => quantity > 0);
}

function take(portions: readonly Portion[], quantity: number): Portion[] {
  let left = quantity;
  return portions
    .map((portion) => {
      const taken = Math.min(left, portion.quantity);
      left -= taken;
      return { ...portion, quantity: taken };
    })
    .filter((portion) => portion.quantity > 0);
}

function placeFault(portion: Portion, to: number, places: RestockPlaces): string | null {
  const place = places.get(to);
  if (!place) return "is no location of this store";
  // Units that never left a place that is closed now are still there.
  if (portion.fulfillment_order_line_id !== null && portion.location_id === to) return null;
  return place.is_active ? null : `location ${to} is not active: it takes no stock`;
}

function restockItem(
  order: Order,
  { item, path, places }: { item: RestockItem; path: string; places: RestockPlaces },
  faults: FieldError[],
): RestockedUnits[] {
  const { line_item_id, quantity, location_id } = item;
  if (!order.lines.some(({ id }) => id === line_item_id)) {
    faults.push({ path: `${path}.line_item_id`, message: "is no line item of this order" });
    return [];
  }
  if (location_id !== undefined && !places.has(location_id)) {
    faults.push({ path: `${path}.location_id`, message: "is no location of this store" });
    return [];
  }
  const portions = portionsOf(order, item);
  const most = portions.reduce((sum, portion) => sum + portion.quantity, 0);
  if (quantity > most) {
    faults.push({
      path: `${path}.quantity`,
      message: `must be at most ${most}: so many units can be put back`,
    });
    return [];
  }
  const taken = take(portions, quantity);
  const [fault] = taken.flatMap(
    (portion) => placeFault(portion, location_id ?? portion.location_id, places) ?? [],
  );
  if (fault !== undefined) faults.push({ path: `${path}.location_id`, message: fault });
  return taken.map((portion) => ({
    ...portion,
    line_item_id,
    location_id: location_id ?? portion.location_id,
    is_reverted: false,
  }));
}

/** The units that a refund puts back; what is wrong is added to the faults. */
export function restockUnits(
  order: Order,
  { items, places }: { items: readonly RestockItem[]; places: RestockPlaces },
  faults: FieldError[],
): RestockedUnits[] {
  const units: RestockedUnits[] = [];
  for (const [at, item] of items.entries()) {
    // A line that is named twice has fewer units left for the second time.
    const taken = units.map((unit) => ({ ...unit, id: 0, refund_id: 0 }));
    const now = { ...order, refund_lines: [...order.refund_lines, ...taken] };
    units.push(...restockItem(now, { item, path: `restock_items.${at}`, places }, faults));
  }
  return units;
}
