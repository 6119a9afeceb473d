import { ApiError, type ShopClient } from "@souk/app-sdk";
import { courier, serviceOf } from "../services.ts";
import type { Parcel } from "./parcel.ts";
import type { ParcelDesk } from "./parcel-desk.ts";

/**
 * Creates the fulfillment of a booked parcel and mails the customer, once however often it is called: the parcel's number is
 * the key of the call, and what a lost answer has created before is found by it.
 *
 * @returns the parcel with its fulfillment
 * @throws ApiError when the shop refuses. What can never be sent cancels the parcel; otherwise it stays booked, and another
 * call goes on with it
 */
export async function tellShop(parcel: Parcel, desk: ParcelDesk): Promise<Parcel> {
  const api = desk.app.shop(parcel.shop);
  try {
    const { fulfillment } = await api.fulfillments.create({
      params: { order_id: parcel.order_id },
      body: {
        tracking_company: courier,
        tracking_number: parcel.number,
        tracking_url: trackingUrl(parcel, desk),
        service: serviceOf(parcel.service)?.name ?? parcel.service,
        message: "Booked with the Logistics app",
        is_mail: 1,
        fulfillment_order: {
          fulfillment_order_id: parcel.fulfillment_order_id,
          line_items: parcel.line_items.map(({ id, quantity }) => ({ id, quantity })),
        },
      },
      idempotencyKey: parcel.number,
    });
    return await keep(parcel, { fulfillment_id: fulfillment.id }, desk);
  } catch (error) {
    if (!isFinal(error)) throw error;
    // A key is forgotten in time: what was created long ago is refused as sent already.
    const fulfillment_id = await fulfillmentOf(parcel, api);
    if (fulfillment_id !== null) return await keep(parcel, { fulfillment_id }, desk);
    await keep(parcel, { status: "cancelled" }, desk);
    throw error;
  }
}

/** Where a customer follows a parcel. */
function trackingUrl({ number }: Pick<Parcel, "number">, { app }: Pick<ParcelDesk, "app">): string {
  return `${app.origin}/track/${number}`;
}

/** Keeps what has become of a parcel. */
export async function keep(parcel: Parcel, change: Partial<Parcel>, { book }: ParcelDesk): Promise<Parcel> {
  const changed = { ...parcel, ...change };
  await book.save(changed);
  return changed;
}

/**
 * Whether asking again would be refused again: the order is gone or cancelled, or its units were sent by somebody else. A
 * conflict that names nothing is about the call alone: the shop still works on the one before it, whose answer was lost.
 */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return [404, 422].includes(error.status) || (error.status === 409 && error.fields.length > 0);
}

async function fulfillmentOf({ order_id, number }: Parcel, api: ShopClient): Promise<number | null> {
  try {
    const { fulfillments } = await api.fulfillments.list_of_order({
      params: { order_id },
      query: { limit: 250 },
    });
    return fulfillments.find(({ tracking_number }) => tracking_number === number)?.id ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
