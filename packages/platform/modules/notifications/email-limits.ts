import { fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { type CustomerEmailLimits, formatOwnTextLimit } from "../../infrastructure/mail/index.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";

/**
 * The maximum numbers of emails to customers within 24 hours (docs/decisions/0020-orders.md). Further emails wait until they are
 * within the limits. The limits prevent an app that updates fulfillments in a loop from filling a mailbox, and a store from harming the
 * reputation of the platform's email address.
 */
export const maxEmails: CustomerEmailLimits = {
  of_order: 10,
  to_recipient: 20,
  of_store: 20_000,
  // The maximum number of emails about one order that wait at a time.
  waiting_of_order: 50,
};

/** The maximum numbers of test emails within 24 hours. Anyone who signs up can send test emails, which could be used for spam. */
const maxTestEmails = { to_recipient: 20, of_store: 100 } as const;

const limitMessages = {
  to_recipient: (max: number) => `An email address can receive at most ${max} test emails a day.`,
  of_store: (max: number) => `A store can send at most ${max} test emails a day.`,
  of_account: formatOwnTextLimit,
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
  const exceededLimit = await findExceededLimit(tx, { kind: "template_test", ...scope }, maxTestEmails);
  if (exceededLimit === null) return;
  const { limit, max, retry_after_s } = exceededLimit;
  const message = limitMessages[limit](max);
  throwApiError("rate_limited", {
    message,
    fields: [fieldError("", "too_many", { max }, message)],
    retry_after_s,
  });
}
