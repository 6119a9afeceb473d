import { saveChange } from "./create-fulfillment.ts";
import { getOrderKey, type ParcelDeps } from "./parcel-deps.ts";

/**
 * Cancel the parcel whose fulfillment the merchant has canceled. Do nothing if the parcel belongs to another store or is
 * already delivered.
 */
export async function cancelParcel(
  shop: string,
  { order_id, tracking_number }: { order_id: number; tracking_number: string },
  deps: ParcelDeps,
): Promise<void> {
  await deps.runInSequence(getOrderKey({ shop, order_id }), async () => {
    const parcel = deps.parcelStore.find(tracking_number);
    if (parcel?.shop !== shop || parcel.status === "delivered") return;
    await saveChange(parcel, { status: "cancelled" }, deps);
  });
}
