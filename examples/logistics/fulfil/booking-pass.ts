import type { Passes } from "@souk/app-sdk";
import type { Consignment } from "../parcels/book-order.ts";

/** A working hour; then the merchant presses Fulfill by app again. */
const passSeconds = 3_600;
const purpose = "booking";

/** The pass of a booking page: who shows it was sent there by the Fulfill action of a shop's admin. */
export function bookingPass({ shop, id, fulfillment_order_id }: Consignment, passes: Passes): string {
  const subject = JSON.stringify({ shop, id, fulfillment_order_id });
  return passes.make(subject, { for: purpose, seconds: passSeconds });
}

/** What a pass is about; null when it is none, or too old. */
export function readBookingPass(pass: string, passes: Passes): Consignment | null {
  const subject = passes.read(pass, purpose);
  return subject === null ? null : (JSON.parse(subject) as Consignment);
}
