import { ApiError, type StoreClient } from "@souk/app-sdk";
import { courier, findService } from "../services.ts";
import type { Parcel } from "./parcel.ts";
import type { ParcelDeps } from "./parcel-deps.ts";

/**
 * Create the fulfillment of a booked parcel in the store, which emails the customer. Repeated calls create only one
 * fulfillment, because the parcel's number is the idempotency key and an existing fulfillment with this number is used.
 *
 * @returns the parcel with its fulfillment
 * @throws ApiError if the store rejects the fulfillment. If the error is permanent, the parcel is canceled. Otherwise
 * the parcel stays booked, and a later call tries again
 */
export async function createFulfillment(parcel: Parcel, deps: ParcelDeps): Promise<Parcel> {
  const api = deps.app.shop(parcel.shop);
  try {
    const { fulfillment } = await api.fulfillments.create({
      params: { order_id: parcel.order_id },
      body: {
        tracking_company: courier,
        tracking_number: parcel.number,
        tracking_url: buildTrackingUrl(parcel, deps),
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
    return await saveChange(parcel, { fulfillment_id: fulfillment.id }, deps);
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    // The fulfillment may already exist. Once its idempotency key has expired, the store rejects a repeated call, because nothing
    // is left to ship.
    const fulfillment_id = await findFulfillment(parcel, api);
    if (fulfillment_id !== null) return await saveChange(parcel, { fulfillment_id }, deps);
    await saveChange(parcel, { status: "cancelled" }, deps);
    throw error;
  }
}

/** Build the URL where a customer tracks a parcel. */
function buildTrackingUrl({ number }: Pick<Parcel, "number">, { app }: Pick<ParcelDeps, "app">): string {
  return `${app.origin}/track/${number}`;
}

/** Save a parcel with changed fields. @returns the changed parcel */
export async function saveChange(
  parcel: Parcel,
  change: Partial<Parcel>,
  { parcelStore }: ParcelDeps,
): Promise<Parcel> {
  const changedParcel = { ...parcel, ...change };
  await parcelStore.save(changedParcel);
  return changedParcel;
}

/**
 * Return whether a retry would be rejected again, because the order does not exist, is canceled or was fulfilled in
 * another way. A conflict without `fields` is temporary. It means that the store still processes an earlier request with
 * the same key.
 */
export function isPermanentError(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return [404, 422].includes(error.status) || (error.status === 409 && error.fields.length > 0);
}

/** Find the id of the fulfillment with the parcel's number. @returns null if the store has none */
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
