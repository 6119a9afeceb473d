import type { SignedTokens } from "@souk/app-sdk";
import type { Consignment } from "../parcels/book-order.ts";

/** Lifetime of a booking token in seconds: an hour; then the merchant selects Fulfill with an app again. */
const tokenSeconds = 3_600;
const purpose = "booking";

/** Create the token of a booking page: proof that the Fulfill action of a store's admin sent the visitor. */
export function createBookingToken(
  { shop, id, fulfillment_order_id }: Consignment,
  tokens: SignedTokens,
): string {
  const subject = JSON.stringify({ shop, id, fulfillment_order_id });
  return tokens.create(subject, { purpose, seconds: tokenSeconds });
}

/** Read the consignment of a token; null when the token is invalid or too old. */
export function readBookingToken(token: string, tokens: SignedTokens): Consignment | null {
  const subject = tokens.verify(token, purpose);
  return subject === null ? null : (JSON.parse(subject) as Consignment);
}
