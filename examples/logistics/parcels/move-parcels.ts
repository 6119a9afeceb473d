import { ApiError, NotInstalledError } from "@souk/app-sdk";
import type { Parcel, ParcelStatus } from "./parcel.ts";
import { getTurnKey, type ParcelDeps } from "./parcel-deps.ts";
import { isFinal, keep, updateOrder } from "./update-order.ts";

/** Simulated steps of a parcel with the time since its booking; a real courier would scan it. */
const journey = [
  { status: "in_transit", afterMs: 60_000, message: "Picked up by the courier" },
  { status: "delivered", afterMs: 300_000, message: "Delivered to the recipient" },
] as const;

const hasEnded: Readonly<Record<ParcelStatus, boolean>> = {
  booked: false,
  in_transit: false,
  delivered: true,
  cancelled: true,
};

/** Wait in ms before the next try, for a parcel that the store rejected and for an unresponsive store. */
const restMs = 60_000;
/** Stores updated in parallel. */
const maxStoresAtOnce = 4;

/**
 * Create the round that runs every few seconds: it creates missing fulfillments in the store, moves the other parcels on with
 * time, and updates the store. A parcel that fails is retried after a minute and delays no other. A store that does not respond
 * delays no other store: rounds that start meanwhile skip it.
 *
 * @returns a function that runs one round
 */
export function createRounds(deps: ParcelDeps): () => Promise<void> {
  const resting = new Map<string, number>();
  const underWay = new Set<string>();

  function rests(name: string): boolean {
    const isResting = (resting.get(name) ?? 0) > deps.now().getTime();
    if (!isResting) resting.delete(name);
    return isResting;
  }

  async function moveParcel({ number, shop, order_id }: Parcel): Promise<void> {
    try {
      await deps.turns(getTurnKey({ shop, order_id }), () => moveOn(number, deps));
    } catch (error) {
      resting.set(isStoreError(error) ? shop : number, deps.now().getTime() + restMs);
      // A store that disables the app before removing it sends no webhook (INS-17): there is no error to report.
      if (!(error instanceof NotInstalledError)) deps.app.report(error);
    }
  }

  async function moveStoreParcels(shop: string, parcels: readonly Parcel[]): Promise<void> {
    if (underWay.has(shop)) return;
    underWay.add(shop);
    for (const parcel of parcels) if (!rests(shop) && !rests(parcel.number)) await moveParcel(parcel);
    underWay.delete(shop);
  }

  return async () => {
    const moving = deps.book.all().filter(({ status }) => !hasEnded[status]);
    const groups = [...Map.groupBy(moving, ({ shop }) => shop)].values();
    const teller = async (): Promise<void> => {
      for (const [shop, parcels] of groups) await moveStoreParcels(shop, parcels);
    };
    await Promise.all(Array.from({ length: maxStoresAtOnce }, teller));
  };
}

/**
 * Return whether every other parcel of the store would fail too: it does not respond, or it has removed the
 * app.
 */
function isStoreError(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}

/** Move a parcel on. It is read within its order's turn, since an earlier turn may have changed it. */
async function moveOn(number: string, deps: ParcelDeps): Promise<void> {
  const parcel = deps.book.find(number);
  if (parcel === undefined || hasEnded[parcel.status]) return;
  if (parcel.fulfillment_id === null) await updateOrder(parcel, deps);
  else await move(parcel, parcel.fulfillment_id, deps);
}

async function move(parcel: Parcel, id: number, deps: ParcelDeps): Promise<void> {
  const age = deps.now().getTime() - Date.parse(parcel.booked_at);
  const step = journey.findLast(({ afterMs }) => age >= afterMs);
  if (step === undefined || step.status === parcel.status) return;
  const { status, message } = step;
  try {
    await deps.app.shop(parcel.shop).fulfillments.update({
      params: { order_id: parcel.order_id, id },
      body: { status, message },
      idempotencyKey: `${parcel.number} ${status}`,
    });
  } catch (error) {
    if (!isFinal(error)) throw error;
    const end = await loadEndStatus(parcel, id, deps);
    if (end === null) throw error;
    await keep(parcel, { status: end }, deps);
    return;
  }
  await keep(parcel, { status }, deps);
}

/** Load the final status of a parcel that the store's staff set; null while it has none. */
async function loadEndStatus(
  { shop, order_id }: Parcel,
  id: number,
  { app }: ParcelDeps,
): Promise<ParcelStatus | null> {
  try {
    const { fulfillment } = await app.shop(shop).fulfillments.get({ params: { order_id, id } });
    const { status } = fulfillment;
    return status === "delivered" || status === "cancelled" ? status : null;
  } catch (error) {
    // The merchant has deleted the order, which leaves nothing to deliver.
    if (error instanceof ApiError && error.status === 404) return "cancelled";
    throw error;
  }
}
