import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { CustomerMailPlace, MailCounts, TestMailPlace } from "../../mail/index.ts";
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
  { countTests }: NotificationsWiring,
  tx: Transaction,
  place: TestMailPlace,
): Promise<void> {
  // Whoever comes at the same time waits until this test is written down.
  for (const key of [place.recipient.toLowerCase(), String(place.store_id)])
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 20))", [`tests ${key}`]);
  const counts = await countTests(tx, place, mostTests);
  for (const bound of ["to_recipient", "of_shop"] as const) {
    const { count, ends_in_ms } = counts[bound];
    if (count < mostTests[bound]) continue;
    refuse("rate_limited", {
      message: tooManyTests[bound],
      retry_after_s: Math.max(1, ends_in_ms / 1_000),
    });
  }
}
