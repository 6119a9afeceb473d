import type { ShopClient } from "@souk/app-sdk";
import { serviceOf, services } from "../services.ts";
import type { Parcel } from "./parcel.ts";
import { type ParcelDesk, turnOf } from "./parcel-desk.ts";
import { tellShop } from "./tell-shop.ts";

export type Order = Awaited<ReturnType<ShopClient["orders"]["get"]>>["order"];

/** What is to be sent: an order, or the part of it that one location ships. */
export interface Consignment {
  shop: string;
  id: number;
  fulfillment_order_id?: number;
}

/** What was booked; without parcels there was nothing left to send. */
export interface Booked {
  order_number: string;
  /** The customer's; empty: nobody is mailed. */
  email: string;
  parcels: readonly Parcel[];
}

/**
 * Books a parcel for each location that has something left to send, and tells the shop. A parcel that was booked before and
 * that the shop has not heard of, since the app or the network broke off, is gone on with.
 *
 * @param service the one to send with; left out, the one that the customer paid for
 * @throws ApiError when the shop refuses; nothing of the order is in the post then that the shop does not know, or it will be
 * told later
 */
export function bookOrder(
  { shop, id, fulfillment_order_id }: Consignment,
  { service, desk }: { service?: string; desk: ParcelDesk },
): Promise<Booked> {
  return desk.turns(turnOf({ shop, order_id: id }), async () => {
    const parcels: Parcel[] = [];
    for (const parcel of unknownToShop(desk, { shop, id })) parcels.push(await tellShop(parcel, desk));
    const { order } = await desk.app.shop(shop).orders.get({ params: { id } });
    for (const part of leftToSend(order, fulfillment_order_id)) {
      const parcel: Parcel = {
        number: desk.newNumber(),
        shop,
        order_id: id,
        order_number: order.order_number,
        fulfillment_order_id: part.id,
        line_items: part.line_items,
        service: service ?? chosenService(order),
        fulfillment_id: null,
        status: "booked",
        booked_at: desk.now().toISOString(),
      };
      // On the disk before the shop hears of it, so that a crash in between loses nothing.
      await desk.book.save(parcel);
      parcels.push(await tellShop(parcel, desk));
    }
    return { order_number: order.order_number, email: order.email ?? "", parcels };
  });
}

/** What locations still have to send of an order; nothing of one that is cancelled. */
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

/** The service whose rate the customer chose (ORD-3); the cheapest where it was none of these. */
export function chosenService({ shipping_fees }: Pick<Order, "shipping_fees">): string {
  const ids = shipping_fees.map(({ store_app_id }) => /-shipping-(.+)$/.exec(store_app_id ?? "")?.[1] ?? "");
  return ids.find((id) => serviceOf(id) !== undefined) ?? services[0]?.id ?? "";
}

/** Parcels of an order that the shop was to be told of, in their order. */
function unknownToShop({ book }: ParcelDesk, { shop, id }: Consignment): Parcel[] {
  return book
    .all()
    .filter((parcel) => parcel.shop === shop && parcel.order_id === id)
    .filter(({ status, fulfillment_id }) => status === "booked" && fulfillment_id === null);
}
