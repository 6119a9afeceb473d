import type { SignedTokens } from "@souk/app-sdk";
import type { Consignment } from "../parcels/book-order.ts";

/** Lifetime of a booking token in seconds. After this time, the merchant must select Fulfill with an app again. */
const tokenLifetimeSeconds = 3_600;
const purpose = "booking";

/** Create the token for a booking page. The token proves that the visitor comes from the Fulfill action in the store's admin. */
export function createBookingToken(
  { shop, id, fulfillment_order_id }: Consignment,
  tokens: SignedTokens,
): string {
  const subject = JSON.stringify({ shop, id, fulfillment_order_id });
  return tokens.create(subject, { purpose, seconds: tokenLifetimeSeconds });
}

/** Read the consignment from a token. @returns null if the token is invalid or has expired */
export function readBookingToken(token: string, tokens: SignedTokens): Consignment | null {
  const subject = tokens.verify(token, purpose);
  return subject === null ? null : (JSON.parse(subject) as Consignment);
}
