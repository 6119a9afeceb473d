import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { CustomerMailPlace, MailCounts } from "../../mail/index.ts";
import type { NotificationsWiring, NotifierWiring } from "./notifications-wiring.ts";

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

/** How many tests are sent within 24 hours at most: they are mail to anybody who signs up. */
const mostTests = { to_recipient: 20, of_shop: 100 } as const;

const tooManyTests = {
  to_recipient: `An address is sent at most ${mostTests.to_recipient} tests a day.`,
  of_shop: `A shop sends at most ${mostTests.of_shop} tests a day.`,
} as const;

/** @throws Refusal rate_limited while a bound is reached, with the time until one more may be sent */
export async function requireRoomForTest(
  { boundReached }: NotificationsWiring,
  tx: Transaction,
  place: { store_id: number; recipient: string },
): Promise<void> {
  const reached = await boundReached(tx, { kind: "template_test", ...place }, mostTests);
  if (reached)
    refuse("rate_limited", { message: tooManyTests[reached.bound], retry_after_s: reached.retry_after_s });
}
