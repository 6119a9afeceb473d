import { ApiError, type StoreClient } from "@souk/app-sdk";
import { courier, findService } from "../services.ts";
import type { Parcel } from "./parcel.ts";
import type { ParcelDeps } from "./parcel-deps.ts";

/**
 * Create the fulfillment of a booked parcel and email the customer, once however often it is called: the
 * parcel's number is the key of the call, and it finds a fulfillment whose response was lost.
 *
 * @returns the parcel with its fulfillment
 * @throws ApiError when the store rejects the call. A parcel that can never be sent is cancelled; otherwise
 * it stays booked, and another call resumes it
 */
export async function updateOrder(parcel: Parcel, deps: ParcelDeps): Promise<Parcel> {
  const api = deps.app.shop(parcel.shop);
  try {
    const { fulfillment } = await api.fulfillments.create({
      params: { order_id: parcel.order_id },
      body: {
        tracking_company: courier,
        tracking_number: parcel.number,
        tracking_url: trackingUrl(parcel, deps),
        service: findService(parcel.service)?.name ?? parcel.service,
        message: "Booked with the Logistics app",
        is_mail: 1,
        fulfillment_order: {
          fulfillment_order_id: parcel.fulfillment_order_id,
          line_items: parcel.line_items.map(({ id, quantity }) => ({ id, quantity })),
        },
      },
      idempotencyKey: parcel.number,
    });
    return await keep(parcel, { fulfillment_id: fulfillment.id }, deps);
  } catch (error) {
    if (!isFinal(error)) throw error;
    // Keys expire: a fulfillment that was created long ago is rejected as sent already.
    const fulfillment_id = await findFulfillment(parcel, api);
    if (fulfillment_id !== null) return await keep(parcel, { fulfillment_id }, deps);
    await keep(parcel, { status: "cancelled" }, deps);
    throw error;
  }
}

/** Return the URL where a customer tracks a parcel. */
function trackingUrl({ number }: Pick<Parcel, "number">, { app }: Pick<ParcelDeps, "app">): string {
  return `${app.origin}/track/${number}`;
}

/** Save a change of a parcel. */
export async function keep(parcel: Parcel, change: Partial<Parcel>, { book }: ParcelDeps): Promise<Parcel> {
  const changed = { ...parcel, ...change };
  await book.save(changed);
  return changed;
}

/**
 * Return whether a retry would be rejected again: the order is missing or cancelled, or its units were sent
 * otherwise. A conflict without details concerns this call alone: the store still processes the previous one,
 * whose response was lost.
 */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return [404, 422].includes(error.status) || (error.status === 409 && error.fields.length > 0);
}

async function findFulfillment({ order_id, number }: Parcel, api: StoreClient): Promise<number | null> {
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
