import { ApiError, NotInstalledError } from "@souk/app-sdk";
import type { Parcel, ParcelStatus } from "./parcel.ts";
import { type ParcelDesk, turnOf } from "./parcel-desk.ts";
import { isFinal, keep, tellShop } from "./tell-shop.ts";

/** How long after its booking a parcel is there; a real courier would scan it. */
const journey = [
  { status: "in_transit", afterMs: 60_000, message: "Picked up by the courier" },
  { status: "delivered", afterMs: 300_000, message: "Handed over at the door" },
] as const;

const hasEnded: Readonly<Record<ParcelStatus, boolean>> = {
  booked: false,
  in_transit: false,
  delivered: true,
  cancelled: true,
};

/** How long a parcel rests about which the shop could not be told. */
const restMs = 60_000;

/**
 * Makes the round that is made every few seconds: parcels of which the shop does not know are told of, the others move on with
 * the time, and the shop is told. One that fails rests for a minute and keeps no other back.
 *
 * @returns goes round once
 */
export function createRounds(desk: ParcelDesk): () => Promise<void> {
  const resting = new Map<string, number>();
  return async () => {
    const at = desk.now().getTime();
    for (const { number, shop, order_id, status } of desk.book.all()) {
      if (hasEnded[status] || (resting.get(number) ?? 0) > at) continue;
      resting.delete(number);
      try {
        await desk.turns(turnOf({ shop, order_id }), () => moveOn(number, desk));
      } catch (error) {
        resting.set(number, at + restMs);
        // A shop that disables the app before it removes it says nothing (INS-17), and there is nobody to tell.
        if (!(error instanceof NotInstalledError)) desk.app.report(error);
      }
    }
  };
}

/** The parcel is read within its order's turn: somebody may have changed it before. */
async function moveOn(number: string, desk: ParcelDesk): Promise<void> {
  const parcel = desk.book.find(number);
  if (parcel === undefined || hasEnded[parcel.status]) return;
  if (parcel.fulfillment_id === null) await tellShop(parcel, desk);
  else await move(parcel, parcel.fulfillment_id, desk);
}

async function move(parcel: Parcel, id: number, desk: ParcelDesk): Promise<void> {
  const age = desk.now().getTime() - Date.parse(parcel.booked_at);
  const step = journey.findLast(({ afterMs }) => age >= afterMs);
  if (step === undefined || step.status === parcel.status) return;
  const { status, message } = step;
  try {
    await desk.app.shop(parcel.shop).fulfillments.update({
      params: { order_id: parcel.order_id, id },
      body: { status, message },
      idempotencyKey: `${parcel.number} ${status}`,
    });
  } catch (error) {
    if (!isFinal(error)) throw error;
    const end = await endAtShop(parcel, id, desk);
    if (end === null) throw error;
    await keep(parcel, { status: end }, desk);
    return;
  }
  await keep(parcel, { status }, desk);
}

/** How a parcel has ended in the shop, where its people say so too; null while it has not. */
async function endAtShop(
  { shop, order_id }: Parcel,
  id: number,
  { app }: ParcelDesk,
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
