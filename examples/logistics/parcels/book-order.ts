import type { StoreClient } from "@souk/app-sdk";
import { findService, services } from "../services.ts";
import type { Parcel } from "./parcel.ts";
import { getTurnKey, type ParcelDeps } from "./parcel-deps.ts";
import { updateOrder } from "./update-order.ts";

export type Order = Awaited<ReturnType<StoreClient["orders"]["get"]>>["order"];

/** Goods to send: an order, or the part of it that one location ships. */
export interface Consignment {
  shop: string;
  id: number;
  fulfillment_order_id?: number;
}

/** Result of a booking; without parcels there was nothing left to send. */
export interface Booked {
  order_number: string;
  /** Customer's email address; empty: no email is sent. */
  email: string;
  parcels: readonly Parcel[];
}

/**
 * Book a parcel for each location that has something left to send, and create its fulfillment in the store. A parcel booked
 * earlier whose fulfillment was not created, because the app or the network failed, gets its fulfillment now.
 *
 * @param service the delivery service; left out: the one that the customer paid for
 * @throws ApiError when the store rejects a fulfillment; parcels without a fulfillment are reported later
 */
export function bookOrder(
  { shop, id, fulfillment_order_id }: Consignment,
  { service, deps }: { service?: string; deps: ParcelDeps },
): Promise<Booked> {
  return deps.turns(getTurnKey({ shop, order_id: id }), async () => {
    const parcels: Parcel[] = [];
    for (const parcel of listUnreported(deps, { shop, id })) parcels.push(await updateOrder(parcel, deps));
    const { order } = await deps.app.shop(shop).orders.get({ params: { id } });
    for (const part of leftToSend(order, fulfillment_order_id)) {
      const parcel: Parcel = {
        number: deps.newNumber(),
        shop,
        order_id: id,
        order_number: order.order_number,
        fulfillment_order_id: part.id,
        line_items: part.line_items,
        service: service ?? chosenService(order),
        fulfillment_id: null,
        status: "booked",
        booked_at: deps.now().toISOString(),
      };
      // Saved before the fulfillment is created, so that a crash loses nothing.
      await deps.book.save(parcel);
      parcels.push(await updateOrder(parcel, deps));
    }
    return { order_number: order.order_number, email: order.email ?? "", parcels };
  });
}

/** Compute what the locations still have to send of an order; nothing for a cancelled order. */
export function leftToSend(
  { fulfillment_orders, cancelled_at }: Order,
  only?: number,
): { id: number; line_items: { id: number; quantity: number; name: string }[] }[] {
  if (cancelled_at !== null) return [];
  return fulfillment_orders
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id, line_items }) => ({
      id,
      line_items: line_items
        .map((line) => ({ id: line.id, quantity: line.unfulfilled_quantity, name: line.name }))
        .filter(({ quantity }) => quantity > 0),
    }))
    .filter(({ line_items }) => line_items.length > 0);
}

/**
 * Return the service whose rate the customer chose (ORD-3); the cheapest when the rate is not from this app.
 */
export function chosenService({ shipping_fees }: Pick<Order, "shipping_fees">): string {
  const ids = shipping_fees.map(({ store_app_id }) => /-shipping-(.+)$/.exec(store_app_id ?? "")?.[1] ?? "");
  return ids.find((id) => findService(id) !== undefined) ?? services[0]?.id ?? "";
}

/** List the parcels of an order that still need a fulfillment, in order. */
function listUnreported({ book }: ParcelDeps, { shop, id }: Consignment): Parcel[] {
  return book
    .all()
    .filter((parcel) => parcel.shop === shop && parcel.order_id === id)
    .filter(({ status, fulfillment_id }) => status === "booked" && fulfillment_id === null);
}
