import type { StoreClient } from "@souk/app-sdk";
import { findService, services } from "../services.ts";
import { createFulfillment } from "./create-fulfillment.ts";
import type { Parcel } from "./parcel.ts";
import { getOrderKey, type ParcelDeps } from "./parcel-deps.ts";

/** An order as the store's API returns it. */
export type Order = Awaited<ReturnType<StoreClient["orders"]["get"]>>["order"];

/** What a merchant wants to ship, which is an order or one of its fulfillment orders. */
export interface Consignment {
  shop: string;
  /** Id of the order. */
  id: number;
  /** Id of the fulfillment order; omitted to ship the whole order. */
  fulfillment_order_id?: number;
}

/** Result of a booking. If `parcels` is empty, the order had no unfulfilled items. */
export interface BookingResult {
  order_number: string;
  /** The customer's email address. If it is empty, no tracking email is sent. */
  email: string;
  parcels: readonly Parcel[];
}

/**
 * Book a parcel for each location that has unfulfilled items of an order, and create the parcel's fulfillment in the store.
 * If a parcel was booked earlier but its fulfillment was not created, because the app or the network failed, create that
 * fulfillment first.
 *
 * @param service the delivery service; if omitted, the service that the customer paid for
 * @throws ApiError if the store rejects a fulfillment. If the error is temporary, the parcel stays booked and gets its
 * fulfillment later
 */
export function bookOrder(
  { shop, id, fulfillment_order_id }: Consignment,
  { service, deps }: { service?: string; deps: ParcelDeps },
): Promise<BookingResult> {
  return deps.runInSequence(getOrderKey({ shop, order_id: id }), async () => {
    const parcels: Parcel[] = [];
    for (const parcel of listParcelsWithoutFulfillment(deps, { shop, id }))
      parcels.push(await createFulfillment(parcel, deps));
    const { order } = await deps.app.shop(shop).orders.get({ params: { id } });
    for (const fulfillmentOrder of listOpenFulfillmentOrders(order, fulfillment_order_id)) {
      const parcel: Parcel = {
        number: deps.createNumber(),
        shop,
        order_id: id,
        order_number: order.order_number,
        fulfillment_order_id: fulfillmentOrder.id,
        line_items: fulfillmentOrder.line_items,
        service: service ?? getChosenService(order),
        fulfillment_id: null,
        status: "booked",
        booked_at: deps.now().toISOString(),
      };
      // The parcel is saved before its fulfillment is created, so that a crash does not lose the parcel.
      await deps.parcelStore.save(parcel);
      parcels.push(await createFulfillment(parcel, deps));
    }
    return { order_number: order.order_number, email: order.email ?? "", parcels };
  });
}

/**
 * List the fulfillment orders that have unfulfilled items, each with these items. A canceled order has none.
 * @param fulfillmentOrderId list only this fulfillment order; omitted to list all
 */
export function listOpenFulfillmentOrders(
  { fulfillment_orders, cancelled_at }: Order,
  fulfillmentOrderId?: number,
): { id: number; line_items: { id: number; quantity: number; name: string }[] }[] {
  if (cancelled_at !== null) return [];
  return fulfillment_orders
    .filter(({ id }) => fulfillmentOrderId === undefined || id === fulfillmentOrderId)
    .map(({ id, line_items }) => ({
      id,
      line_items: line_items
        .map((line) => ({ id: line.id, quantity: line.unfulfilled_quantity, name: line.name }))
        .filter(({ quantity }) => quantity > 0),
    }))
    .filter(({ line_items }) => line_items.length > 0);
}

/**
 * Return the id of the service that the customer chose. The id is in the `store_app_id` of the shipping fee, after
 * `-shipping-` (ORD-3). If the customer chose no rate of this app, return the id of the first service, which is the cheapest.
 */
export function getChosenService({ shipping_fees }: Pick<Order, "shipping_fees">): string {
  const ids = shipping_fees.map(({ store_app_id }) => /-shipping-(.+)$/.exec(store_app_id ?? "")?.[1] ?? "");
  return ids.find((id) => findService(id) !== undefined) ?? services[0]?.id ?? "";
}

/** List the booked parcels of an order that do not have a fulfillment yet, oldest first. */
function listParcelsWithoutFulfillment({ parcelStore }: ParcelDeps, { shop, id }: Consignment): Parcel[] {
  return parcelStore
    .list()
    .filter((parcel) => parcel.shop === shop && parcel.order_id === id)
    .filter(({ status, fulfillment_id }) => status === "booked" && fulfillment_id === null);
}
