import type { Transaction } from "@souk/database";
import type { CustomerMailPlace, MailCounts } from "../../mail/index.ts";
import type { NotifierWiring } from "./notifications-wiring.ts";

/**
 * What customers are sent within 24 hours at most (docs/decisions/0020-orders.md): an app that ships and changes parcels in a loop
 * fills nobody's mailbox, and no shop uses up the good name of the platform's address.
 */
export const mostMails: MailCounts = { of_order: 20, to_recipient: 100, of_shop: 20_000 };

/** Which bound one more mail would pass; null: none. */
export async function boundReached(
  { countMails }: NotifierWiring,
  tx: Transaction,
  place: CustomerMailPlace,
): Promise<keyof MailCounts | null> {
  const counts = await countMails(tx, place, mostMails);
  const bounds = ["of_order", "to_recipient", "of_shop"] as const;
  return bounds.find((bound) => counts[bound] >= mostMails[bound]) ?? null;
}
