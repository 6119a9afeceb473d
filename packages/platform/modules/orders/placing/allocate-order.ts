import type { FieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { TakenUnits } from "../../inventory/index.ts";
import { nextIds } from "../next-ids.ts";
import type { Order } from "../order-rows.ts";
import {
  type Allocation,
  type Available,
  chooseLocations,
  type Demand,
  rankLocations,
} from "./choose-locations.ts";
import type { DraftedOrder } from "./new-order.ts";
import type { OrderPlan } from "./read-plan.ts";

/** Where a drafted order's units are taken from. */
export interface AllocatedOrder {
  allocations: readonly Allocation[];
  faults: FieldError[];
}

function availableOf({ levels }: OrderPlan): Available {
  const known = new Map(
    levels.map((level) => [`${level.variant_id} ${level.location_id}`, level.inventory_quantity]),
  );
  return (variantId, locationId) => known.get(`${variantId} ${locationId}`) ?? null;
}

function demandsOf({ order, lines }: DraftedOrder): Demand[] {
  return order.lines.map(({ quantity, variant_id, is_stocked }, at) => ({
    line: at,
    quantity,
    variant_id: is_stocked ? variant_id : null,
    is_guarded: lines[at]?.is_guarded ?? false,
  }));
}

/** Chooses the locations of a drafted order; a line that no location can send is a fault (policy deny). */
export function allocateOrder(drafted: DraftedOrder, plan: OrderPlan): AllocatedOrder {
  const { location_id, shipping_address } = drafted.order.order;
  const sold = plan.places.filter(({ id, is_active }) =>
    location_id === null ? is_active : id === location_id,
  );
  const ranked = rankLocations(sold, shipping_address);
  const { allocations, missing } = chooseLocations(demandsOf(drafted), ranked, availableOf(plan));
  return {
    allocations,
    faults: missing.map(({ line, left_over }) => ({
      path: `line_items.${line}.quantity`,
      message: `is ${drafted.order.lines[line]?.quantity}; ${left_over} can be sold, and the variant's inventory_policy is deny`,
    })),
  };
}

/** The levels that an allocated order takes its units from. */
export function takenUnits({ order, lines }: DraftedOrder, allocations: readonly Allocation[]): TakenUnits[] {
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

/** The order with its fulfillment orders, one a location. */
export async function withFulfillmentOrders(
  run: Queryable,
  plan: OrderPlan,
  { order, allocations }: { order: Order; allocations: readonly Allocation[] },
): Promise<Order> {
  const places = [...new Set(allocations.map(({ location_id }) => location_id))];
  const usual = places.length <= 1 && allocations.length <= plan.share_ids.length;
  const drawn = usual
    ? { fulfillment_orders: [plan.fulfillment_order_id], fulfillment_order_lines: plan.share_ids }
    : await nextIds(run, { fulfillment_orders: places.length, fulfillment_order_lines: allocations.length });
  const stamps = { created_at: plan.at, updated_at: plan.at };
  const ids = new Map(places.map((location_id, at) => [location_id, drawn.fulfillment_orders[at] ?? 0]));
  return {
    ...order,
    fulfillment_orders: places.map((location_id) => ({
      id: ids.get(location_id) ?? 0,
      location_id,
      keeps_location: true,
      ...stamps,
    })),
    fulfillment_order_lines: allocations.map(({ line, location_id, quantity }, at) => ({
      id: drawn.fulfillment_order_lines[at] ?? 0,
      fulfillment_order_id: ids.get(location_id) ?? 0,
      line_item_id: order.lines[line]?.id ?? 0,
      quantity,
    })),
  };
}
