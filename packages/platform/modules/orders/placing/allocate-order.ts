import { type FieldError, fieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { CommittedUnits } from "../../inventory/index.ts";
import type { Order } from "../order-rows.ts";
import { reserveIds } from "../reserve-ids.ts";
import {
  type Allocation,
  type AvailableLookup,
  chooseLocations,
  type Demand,
  rankLocations,
} from "./choose-locations.ts";
import type { StoreData } from "./load-store-data.ts";
import type { NewOrder } from "./new-order.ts";

/** The result of choosing the locations that a new order's units come from. */
export interface AllocationResult {
  allocations: readonly Allocation[];
  errors: FieldError[];
}

function createAvailableLookup({ levels }: StoreData): AvailableLookup {
  const quantities = new Map(
    levels.map((level) => [`${level.variant_id} ${level.location_id}`, level.inventory_quantity]),
  );
  return (variantId, locationId) => quantities.get(`${variantId} ${locationId}`) ?? null;
}

function buildDemands({ order, lines }: NewOrder): Demand[] {
  return order.lines.map(({ quantity, variant_id, is_stocked }, index) => ({
    line_index: index,
    quantity,
    variant_id: is_stocked ? variant_id : null,
    cannot_oversell: lines[index]?.cannot_oversell ?? false,
  }));
}

/**
 * Choose the locations that ship a new order. The result has an error for each line that has too few available units, if
 * the inventory policy of its variant is `deny`.
 */
export function allocateOrder(newOrder: NewOrder, storeData: StoreData): AllocationResult {
  const { location_id, shipping_address } = newOrder.order.order;
  const candidates = storeData.locations.filter(({ id, is_active }) =>
    location_id === null ? is_active : id === location_id,
  );
  const rankedLocations = rankLocations(candidates, shipping_address);
  const { allocations, shortages } = chooseLocations(
    buildDemands(newOrder),
    rankedLocations,
    createAvailableLookup(storeData),
  );
  return {
    allocations,
    errors: shortages.map(({ line_index, available }) =>
      fieldError(
        `line_items.${line_index}.quantity`,
        "insufficient_stock",
        { available },
        `Only ${available} available.`,
      ),
    ),
  };
}

/** List the units that a new order takes from each inventory level. */
export function listTakenUnits(
  { order, lines }: NewOrder,
  allocations: readonly Allocation[],
): CommittedUnits[] {
  const units = new Map<string, CommittedUnits>();
  for (const { line_index, location_id, quantity } of allocations) {
    const { variant_id = null, is_stocked = false } = order.lines[line_index] ?? {};
    if (variant_id === null || !is_stocked) continue;
    const key = `${variant_id} ${location_id}`;
    const earlierUnits = units.get(key);
    const cannot_oversell = lines[line_index]?.cannot_oversell ?? false;
    units.set(key, {
      variant_id,
      location_id,
      quantity: quantity + (earlierUnits?.quantity ?? 0),
      cannot_oversell,
    });
  }
  return [...units.values()];
}

/** Return the order with a fulfillment order for each location that it ships from. */
export async function addFulfillmentOrders(
  db: Queryable,
  storeData: StoreData,
  { order, allocations }: { order: Order; allocations: readonly Allocation[] },
): Promise<Order> {
  const locationIds = [...new Set(allocations.map(({ location_id }) => location_id))];
  const hasEnoughReservedIds =
    locationIds.length <= 1 && allocations.length <= storeData.fulfillment_order_line_ids.length;
  const newIds = hasEnoughReservedIds
    ? {
        fulfillment_orders: [storeData.fulfillment_order_id],
        fulfillment_order_lines: storeData.fulfillment_order_line_ids,
      }
    : await reserveIds(db, {
        fulfillment_orders: locationIds.length,
        fulfillment_order_lines: allocations.length,
      });
  const timestamps = { created_at: storeData.placed_at, updated_at: storeData.placed_at };
  const fulfillmentOrderIds = new Map(
    locationIds.map((location_id, index) => [location_id, newIds.fulfillment_orders[index] ?? 0]),
  );
  return {
    ...order,
    fulfillment_orders: locationIds.map((location_id) => ({
      id: fulfillmentOrderIds.get(location_id) ?? 0,
      location_id,
      blocks_location_delete: true,
      ...timestamps,
    })),
    fulfillment_order_lines: allocations.map(({ line_index, location_id, quantity }, index) => ({
      id: newIds.fulfillment_order_lines[index] ?? 0,
      fulfillment_order_id: fulfillmentOrderIds.get(location_id) ?? 0,
      line_item_id: order.lines[line_index]?.id ?? 0,
      quantity,
    })),
  };
}
