import {
  type FieldError,
  type FieldProblem,
  fieldError,
  fieldProblem,
  type OperationBody,
  type operations,
} from "@souk/contract";
import type { Order, RefundLineRow } from "../order-rows.ts";
import { computeFulfillmentOrderLineQuantities, computeLineQuantities } from "../quantities.ts";

type RestockItem = NonNullable<OperationBody<typeof operations.createRefund>["restock_items"]>[number];

/** Units that a refund restocks, before they have ids. */
export type RestockedUnits = Omit<RefundLineRow, "id" | "refund_id">;

/** The locations that units are restocked to, by id. */
export type RestockLocations = ReadonlyMap<number, { is_active: boolean }>;

/** Units of a line that can be restocked, with the location that they came from. */
interface Portion {
  fulfillment_order_line_id: number | null;
  location_id: number;
  quantity: number;
}

function listLineParts(order: Order, lineId: number) {
  const locations = new Map(order.fulfillment_orders.map(({ id, location_id }) => [id, location_id]));
  const quantities = computeFulfillmentOrderLineQuantities(order);
  return order.fulfillment_order_lines
    .filter(({ line_item_id }) => line_item_id === lineId)
    .map(({ id, fulfillment_order_id }) => {
      const { open = 0, fulfilled = 0 } = quantities.get(id) ?? {};
      return { id, location_id: locations.get(fulfillment_order_id) ?? 0, open, fulfilled };
    });
}

/**
 * List the units of a line that can be restocked: unsent ones first, starting with the requested location,
 * then shipped ones except those that came back.
 */
function listPortions(order: Order, { line_item_id, location_id }: RestockItem): Portion[] {
  const parts = listLineParts(order, line_item_id);
  const getRank = (part: { location_id: number }) => (part.location_id === location_id ? 0 : 1);
  const open = parts
    .toSorted((a, b) => getRank(a) - getRank(b))
    .map(({ id, location_id: from, open: quantity }) => ({
      fulfillment_order_line_id: id,
      location_id: from,
      quantity,
    }));
  const { cameBack = 0, returned = 0 } = computeLineQuantities(order).get(line_item_id) ?? {};
  let unitsBack = cameBack + returned;
  const shipped = parts.map(({ location_id: from, fulfilled }) => {
    const skipped = Math.min(unitsBack, fulfilled);
    unitsBack -= skipped;
    return { fulfillment_order_line_id: null, location_id: from, quantity: fulfilled - skipped };
  });
  return [...open, ...shipped].filter(({ quantity }) => quantity > 0);
}

function takeUnits(portions: readonly Portion[], quantity: number): Portion[] {
  let left = quantity;
  return portions
    .map((portion) => {
      const taken = Math.min(left, portion.quantity);
      left -= taken;
      return { ...portion, quantity: taken };
    })
    .filter((portion) => portion.quantity > 0);
}

function findLocationProblem(portion: Portion, to: number, locations: RestockLocations): FieldProblem | null {
  const location = locations.get(to);
  if (!location) return fieldProblem("not_found", { resource: "location" });
  // Units that never left a location that is inactive now are still there.
  if (portion.fulfillment_order_line_id !== null && portion.location_id === to) return null;
  return location.is_active
    ? null
    : fieldProblem("not_allowed", {}, `Location ${to} is not active and cannot receive stock.`);
}

function restockItem(
  order: Order,
  { item, path, locations }: { item: RestockItem; path: string; locations: RestockLocations },
  errors: FieldError[],
): RestockedUnits[] {
  const { line_item_id, quantity, location_id } = item;
  if (!order.lines.some(({ id }) => id === line_item_id)) {
    errors.push(fieldError(`${path}.line_item_id`, "not_found", { resource: "line_item", of: "order" }));
    return [];
  }
  if (location_id !== undefined && !locations.has(location_id)) {
    errors.push(fieldError(`${path}.location_id`, "not_found", { resource: "location" }));
    return [];
  }
  const portions = listPortions(order, item);
  const max = portions.reduce((sum, portion) => sum + portion.quantity, 0);
  // guard: restock-limit: restock-units.test.ts
  if (quantity > max) {
    errors.push(
      fieldError(
        `${path}.quantity`,
        "out_of_range",
        { min: 0, max },
        `{field} must be at most ${max}, the number of units that can be restocked.`,
      ),
    );
    return [];
  }
  const taken = takeUnits(portions, quantity);
  const [problem] = taken.flatMap(
    (portion) => findLocationProblem(portion, location_id ?? portion.location_id, locations) ?? [],
  );
  if (problem !== undefined) errors.push({ path: `${path}.location_id`, ...problem });
  return taken.map((portion) => ({
    ...portion,
    line_item_id,
    location_id: location_id ?? portion.location_id,
    is_reverted: false,
  }));
}

/** Choose the units that a refund restocks; invalid items are added to the errors. */
export function restockUnits(
  order: Order,
  { items, locations }: { items: readonly RestockItem[]; locations: RestockLocations },
  errors: FieldError[],
): RestockedUnits[] {
  const units: RestockedUnits[] = [];
  for (const [index, item] of items.entries()) {
    // A later item of the same line can restock only the units that earlier items leave.
    const taken = units.map((unit) => ({ ...unit, id: 0, refund_id: 0 }));
    // guard: restock-of-a-line-twice with `...taken.slice(0, 0)` for `...taken`: restock-units.test.ts
    const currentOrder = { ...order, refund_lines: [...order.refund_lines, ...taken] };
    units.push(...restockItem(currentOrder, { item, path: `restock_items.${index}`, locations }, errors));
  }
  return units;
}
