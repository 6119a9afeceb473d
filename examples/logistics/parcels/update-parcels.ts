import { ApiError, NotInstalledError } from "@souk/app-sdk";
import { createFulfillment, isPermanentError, saveChange } from "./create-fulfillment.ts";
import type { Parcel, ParcelStatus } from "./parcel.ts";
import { getOrderKey, type ParcelDeps } from "./parcel-deps.ts";

/** Simulated steps of a parcel, each with the time since its booking. A real courier would report them. */
const simulatedSteps = [
  { status: "in_transit", afterMs: 60_000, message: "Picked up by the courier" },
  { status: "delivered", afterMs: 300_000, message: "Delivered to the recipient" },
] as const;

const isFinalByStatus: Readonly<Record<ParcelStatus, boolean>> = {
  booked: false,
  in_transit: false,
  delivered: true,
  cancelled: true,
};

/** How long to wait before the next attempt, for a parcel whose update failed or a store that does not respond. */
const retryWaitMs = 60_000;
/** How many stores are updated at the same time. */
const maxConcurrentStores = 4;

/**
 * Create the function that the app calls every few seconds to update its parcels. A call creates missing fulfillments in
 * the stores, advances the status of the other parcels as time passes, and sends the new status to the stores. If the
 * update of one parcel fails, it is retried after a minute, and the other parcels are still updated. If a store does not
 * respond, calls skip the store for a minute, so that it does not delay the other stores.
 */
export function createParcelUpdater(deps: ParcelDeps): () => Promise<void> {
  /** Time in ms at which a failed store or parcel is retried, by hostname or parcel number. */
  const retryTimes = new Map<string, number>();
  /** Stores whose parcels are being updated by a call that has not finished. */
  const storesInProgress = new Set<string>();

  function isWaiting(shopOrNumber: string): boolean {
    return (retryTimes.get(shopOrNumber) ?? 0) > deps.now().getTime();
  }

  async function updateParcel({ number, shop, order_id }: Parcel): Promise<void> {
    retryTimes.delete(shop);
    retryTimes.delete(number);
    try {
      await deps.runInSequence(getOrderKey({ shop, order_id }), () => advanceParcel(number, deps));
    } catch (error) {
      retryTimes.set(isStoreError(error) ? shop : number, deps.now().getTime() + retryWaitMs);
      // If a store disables the app before uninstalling it, no app/uninstall webhook is sent (INS-17). The app learns of
      // such an uninstall only from a NotInstalledError, which is therefore not reported.
      if (!(error instanceof NotInstalledError)) deps.app.report(error);
    }
  }

  async function updateStoreParcels(shop: string, parcels: readonly Parcel[]): Promise<void> {
    if (storesInProgress.has(shop)) return;
    storesInProgress.add(shop);
    for (const parcel of parcels)
      if (!isWaiting(shop) && !isWaiting(parcel.number)) await updateParcel(parcel);
    storesInProgress.delete(shop);
  }

  return async () => {
    const activeParcels = deps.parcelStore.list().filter(({ status }) => !isFinalByStatus[status]);
    // All workers take stores from the same iterator, so that each store is updated by one worker.
    const storeIterator = [...Map.groupBy(activeParcels, ({ shop }) => shop)].values();
    const runWorker = async (): Promise<void> => {
      for (const [shop, parcels] of storeIterator) await updateStoreParcels(shop, parcels);
    };
    await Promise.all(Array.from({ length: maxConcurrentStores }, runWorker));
  };
}

/**
 * Return whether the error affects all parcels of the store, because the store does not respond or has uninstalled the app.
 */
function isStoreError(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}

/**
 * Create the parcel's missing fulfillment, or advance its status. The parcel is read here, because an earlier action in the
 * sequence can have changed it.
 */
async function advanceParcel(number: string, deps: ParcelDeps): Promise<void> {
  const parcel = deps.parcelStore.find(number);
  if (parcel === undefined || isFinalByStatus[parcel.status]) return;
  if (parcel.fulfillment_id === null) await createFulfillment(parcel, deps);
  else await advanceStatus(parcel, parcel.fulfillment_id, deps);
}

/**
 * Send the status that a parcel has reached by now to its store, and save the status. If the store has already set a final
 * status, save that status instead.
 */
async function advanceStatus(parcel: Parcel, fulfillmentId: number, deps: ParcelDeps): Promise<void> {
  const age = deps.now().getTime() - Date.parse(parcel.booked_at);
  const step = simulatedSteps.findLast(({ afterMs }) => age >= afterMs);
  if (step === undefined || step.status === parcel.status) return;
  const { status, message } = step;
  try {
    await deps.app.shop(parcel.shop).fulfillments.update({
      params: { order_id: parcel.order_id, id: fulfillmentId },
      body: { status, message },
      idempotencyKey: `${parcel.number} ${status}`,
    });
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    const endStatus = await loadEndStatus(parcel, fulfillmentId, deps);
    if (endStatus === null) throw error;
    await saveChange(parcel, { status: endStatus }, deps);
    return;
  }
  await saveChange(parcel, { status }, deps);
}

/**
 * Load the final status that the store's staff have set for a parcel. @returns null if they have set none; cancelled if the
 * order is deleted
 */
async function loadEndStatus(
  { shop, order_id }: Parcel,
  fulfillmentId: number,
  { app }: ParcelDeps,
): Promise<ParcelStatus | null> {
  try {
    const { fulfillment } = await app
      .shop(shop)
      .fulfillments.get({ params: { order_id, id: fulfillmentId } });
    const { status } = fulfillment;
    return status === "delivered" || status === "cancelled" ? status : null;
  } catch (error) {
    // The merchant has deleted the order, so there is nothing to deliver.
    if (error instanceof ApiError && error.status === 404) return "cancelled";
    throw error;
  }
}
