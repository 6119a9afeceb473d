import { getTurnKey, type ParcelDeps } from "./parcel-deps.ts";
import { keep } from "./update-order.ts";

/** Cancel the parcel whose fulfillment the merchant has cancelled; parcels of other stores are ignored. */
export async function cancelParcel(
  shop: string,
  { order_id, tracking_number }: { order_id: number; tracking_number: string },
  deps: ParcelDeps,
): Promise<void> {
  await deps.turns(getTurnKey({ shop, order_id }), async () => {
    const parcel = deps.book.find(tracking_number);
    if (parcel?.shop !== shop || parcel.status === "delivered") return;
    await keep(parcel, { status: "cancelled" }, deps);
  });
}
