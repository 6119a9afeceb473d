import { type FieldError, fieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { TakenUnits } from "../../inventory/index.ts";
import { drawIds } from "../draw-ids.ts";
import type { Order } from "../order-rows.ts";
import {
  type Allocation,
  type AvailableLookup,
  chooseLocations,
  type Demand,
  rankLocations,
} from "./choose-locations.ts";
import type { DraftedOrder } from "./new-order.ts";
import type { OrderPlan } from "./read-plan.ts";

/** The result of choosing the locations that a drafted order's units come from. */
export interface AllocatedOrder {
  allocations: readonly Allocation[];
  errors: FieldError[];
}

function createAvailableLookup({ levels }: OrderPlan): AvailableLookup {
  const known = new Map(
    levels.map((level) => [`${level.variant_id} ${level.location_id}`, level.inventory_quantity]),
  );
  return (variantId, locationId) => known.get(`${variantId} ${locationId}`) ?? null;
}

function toDemands({ order, lines }: DraftedOrder): Demand[] {
  return order.lines.map(({ quantity, variant_id, is_stocked }, index) => ({
    line: index,
    quantity,
    variant_id: is_stocked ? variant_id : null,
    is_guarded: lines[index]?.is_guarded ?? false,
  }));
}

/**
 * Choose the locations of a drafted order; a line with too few available units is an error under policy deny.
 */
export function allocateOrder(drafted: DraftedOrder, plan: OrderPlan): AllocatedOrder {
  const { location_id, shipping_address } = drafted.order.order;
  const candidates = plan.locations.filter(({ id, is_active }) =>
    location_id === null ? is_active : id === location_id,
  );
  const ranked = rankLocations(candidates, shipping_address);
  const { allocations, missing } = chooseLocations(toDemands(drafted), ranked, createAvailableLookup(plan));
  return {
    allocations,
    errors: missing.map(({ line, available }) =>
      fieldError(
        `line_items.${line}.quantity`,
        "insufficient_stock",
        { available },
        `Only ${available} available.`,
      ),
    ),
  };
}

/** List the units that an allocated order takes from each inventory level. */
export function listTakenUnits(
  { order, lines }: DraftedOrder,
  allocations: readonly Allocation[],
): TakenUnits[] {
  const units = new Map<string, TakenUnits>();
  for (const { line, location_id, quantity } of allocations) {
    const { variant_id = null, is_stocked = false } = order.lines[line] ?? {};
    if (variant_id === null || !is_stocked) continue;
    const key = `${variant_id} ${location_id}`;
    const known = units.get(key);
    const is_guarded = lines[line]?.is_guarded ?? false;
    units.set(key, { variant_id, location_id, quantity: quantity + (known?.quantity ?? 0), is_guarded });
  }
  return [...units.values()];
}

/** Return the order with its fulfillment orders, one per location. */
export async function addFulfillmentOrders(
  db: Queryable,
  plan: OrderPlan,
  { order, allocations }: { order: Order; allocations: readonly Allocation[] },
): Promise<Order> {
  const locationIds = [...new Set(allocations.map(({ location_id }) => location_id))];
  const isWithinPlannedIds =
    locationIds.length <= 1 && allocations.length <= plan.fulfillment_order_line_ids.length;
  const newIds = isWithinPlannedIds
    ? {
        fulfillment_orders: [plan.fulfillment_order_id],
        fulfillment_order_lines: plan.fulfillment_order_line_ids,
      }
    : await drawIds(db, {
        fulfillment_orders: locationIds.length,
        fulfillment_order_lines: allocations.length,
      });
  const stamps = { created_at: plan.at, updated_at: plan.at };
  const ids = new Map(
    locationIds.map((location_id, index) => [location_id, newIds.fulfillment_orders[index] ?? 0]),
  );
  return {
    ...order,
    fulfillment_orders: locationIds.map((location_id) => ({
      id: ids.get(location_id) ?? 0,
      location_id,
      blocks_location_delete: true,
      ...stamps,
    })),
    fulfillment_order_lines: allocations.map(({ line, location_id, quantity }, index) => ({
      id: newIds.fulfillment_order_lines[index] ?? 0,
      fulfillment_order_id: ids.get(location_id) ?? 0,
      line_item_id: order.lines[line]?.id ?? 0,
      quantity,
    })),
  };
}
