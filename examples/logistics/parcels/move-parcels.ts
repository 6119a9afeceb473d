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

/** How long a parcel rests that the shop refuses, and a shop that does not answer. */
const restMs = 60_000;
/** Shops that are told side by side. */
const shopsAtOnce = 4;

/**
 * Makes the round that is made every few seconds: parcels of which the shop does not know are told of, the others move on with
 * the time, and the shop is told. One that fails rests for a minute and keeps no other back; a shop that hangs keeps no other
 * shop back, also not in the rounds that begin meanwhile, which leave it out.
 *
 * @returns goes round once
 */
export function createRounds(desk: ParcelDesk): () => Promise<void> {
  const resting = new Map<string, number>();
  const underWay = new Set<string>();

  function rests(name: string): boolean {
    const isResting = (resting.get(name) ?? 0) > desk.now().getTime();
    if (!isResting) resting.delete(name);
    return isResting;
  }

  async function tellOf({ number, shop, order_id }: Parcel): Promise<void> {
    try {
      await desk.turns(turnOf({ shop, order_id }), () => moveOn(number, desk));
    } catch (error) {
      resting.set(isOfShop(error) ? shop : number, desk.now().getTime() + restMs);
      // A shop that disables the app before it removes it says nothing (INS-17), and there is nobody to tell.
      if (!(error instanceof NotInstalledError)) desk.app.report(error);
    }
  }

  async function tellShopOf(shop: string, parcels: readonly Parcel[]): Promise<void> {
    if (underWay.has(shop)) return;
    underWay.add(shop);
    for (const parcel of parcels) if (!rests(shop) && !rests(parcel.number)) await tellOf(parcel);
    underWay.delete(shop);
  }

  return async () => {
    const moving = desk.book.all().filter(({ status }) => !hasEnded[status]);
    const shops = [...Map.groupBy(moving, ({ shop }) => shop)].values();
    const teller = async (): Promise<void> => {
      for (const [shop, parcels] of shops) await tellShopOf(shop, parcels);
    };
    await Promise.all(Array.from({ length: shopsAtOnce }, teller));
  };
}

/** Whether every other parcel of the shop would fare the same: it does not answer, or it has removed the app. */
function isOfShop(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
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
