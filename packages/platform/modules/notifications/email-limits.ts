import { fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { CustomerEmailScope, EmailCounts } from "../../infrastructure/mail/index.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";

/**
 * The maximum numbers of emails to customers within 24 hours (docs/decisions/0020-orders.md): an app that
 * updates parcels in a loop cannot fill a mailbox, and no store can harm the reputation of the platform's
 * address.
 */
export const maxEmails: EmailCounts = { of_order: 20, to_recipient: 100, of_store: 20_000 };

/** Return the limit that one more email would exceed; null: none. */
export async function boundReached(
  { countEmails }: Pick<NotificationsDeps, "countEmails">,
  tx: Transaction,
  place: CustomerEmailScope,
): Promise<keyof EmailCounts | null> {
  const counts = await countEmails(tx, place, maxEmails);
  const bounds = ["of_order", "to_recipient", "of_store"] as const;
  return bounds.find((bound) => counts[bound] >= maxEmails[bound]) ?? null;
}

/** The maximum numbers of tests sent within 24 hours: they are email to anyone who signs up. */
const maxTests = { to_recipient: 20, of_store: 100 } as const;

const tooManyTests = {
  to_recipient: `An address can receive at most ${maxTests.to_recipient} test emails a day.`,
  of_store: `A store can send at most ${maxTests.of_store} test emails a day.`,
} as const;

/**
 * Assert that another test may be sent. @throws ApiError rate_limited at a limit, with the time until one
 * more may be sent
 */
export async function assertRoomForTest(
  { boundReached }: NotificationsDeps,
  tx: Transaction,
  place: { store_id: number; recipient: string },
): Promise<void> {
  const reached = await boundReached(tx, { kind: "template_test", ...place }, maxTests);
  if (reached)
    throwApiError("rate_limited", {
      message: tooManyTests[reached.bound],
      fields: [fieldError("", "too_many", { max: maxTests[reached.bound] }, tooManyTests[reached.bound])],
      retry_after_s: reached.retry_after_s,
    });
}
