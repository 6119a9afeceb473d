import { type ParcelDesk, turnOf } from "./parcel-desk.ts";
import { keep } from "./tell-shop.ts";

/** Takes a parcel out of the post whose fulfillment the merchant has cancelled; another one's is left alone. */
export async function cancelParcel(
  shop: string,
  { order_id, tracking_number }: { order_id: number; tracking_number: string },
  desk: ParcelDesk,
): Promise<void> {
  await desk.turns(turnOf({ shop, order_id }), async () => {
    const parcel = desk.book.find(tracking_number);
    if (parcel?.shop !== shop || parcel.status === "delivered") return;
    await keep(parcel, { status: "cancelled" }, desk);
  });
}
