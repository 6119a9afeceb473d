import { fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { CustomerEmailScope, EmailCounts } from "../../infrastructure/mail/index.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";

/**
 * The maximum numbers of emails to customers within 24 hours (docs/decisions/0020-orders.md). They prevent an app that updates
 * fulfillments in a loop from filling a mailbox, and a store from harming the reputation of the platform's email address.
 */
export const maxEmails: EmailCounts = { of_order: 20, to_recipient: 100, of_store: 20_000 };

/** Find the limit that one more email to a customer would exceed, or return null if it exceeds no limit. */
export async function findExceededCustomerLimit(
  { countEmails }: Pick<NotificationsDeps, "countEmails">,
  tx: Transaction,
  scope: CustomerEmailScope,
): Promise<keyof EmailCounts | null> {
  const counts = await countEmails(tx, scope, maxEmails);
  const limits = ["of_order", "to_recipient", "of_store"] as const;
  return limits.find((limit) => counts[limit] >= maxEmails[limit]) ?? null;
}

/** The maximum numbers of test emails within 24 hours. Anyone who signs up can send them, so they could be used for spam. */
const maxTestEmails = { to_recipient: 20, of_store: 100 } as const;

const limitMessages = {
  to_recipient: `An email address can receive at most ${maxTestEmails.to_recipient} test emails a day.`,
  of_store: `A store can send at most ${maxTestEmails.of_store} test emails a day.`,
} as const;

/**
 * Assert that another test email may be sent. @throws ApiError `rate_limited` if a limit is reached, with the time until the next
 * test email may be sent
 */
export async function assertTestEmailAllowed(
  { findExceededLimit }: NotificationsDeps,
  tx: Transaction,
  scope: { store_id: number; recipient: string },
): Promise<void> {
  const exceeded = await findExceededLimit(tx, { kind: "template_test", ...scope }, maxTestEmails);
  if (exceeded)
    throwApiError("rate_limited", {
      message: limitMessages[exceeded.limit],
      fields: [
        fieldError("", "too_many", { max: maxTestEmails[exceeded.limit] }, limitMessages[exceeded.limit]),
      ],
      retry_after_s: exceeded.retry_after_s,
    });
}
