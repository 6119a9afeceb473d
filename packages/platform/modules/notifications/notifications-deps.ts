import type { Queryable } from "@souk/database";
import type { EmailQueue, UnrenderedEmails } from "../../infrastructure/mail/index.ts";
import type { Clock } from "../../runtime/clock.ts";

/** What the notifications module uses from the platform. */
export interface NotificationsDeps {
  /** Queue a test email, which is sent after the transaction commits. */
  queueTestEmail(tx: Queryable, email: TestEmail): Promise<void>;
  /** The queue of emails to customers, which are rendered after the transaction commits. */
  unrenderedEmails: UnrenderedEmails;
  clock: Clock;
  /** Decide when an email to a customer is sent. */
  scheduleEmail: EmailQueue["schedule"];
  log: { warn(fields: object, message: string): void };
  /** Find the limit that one more test email would exceed, or return null if it would exceed none. */
  findExceededLimit: EmailQueue["findExceededLimit"];
  /** Count a preview against the account's rate limit for previews, and return whether the preview is allowed. */
  tryStartPreview(accountId: number): { isAllowed: boolean; retryAfterSeconds: number };
  /** Whether this platform sends email. */
  sendsEmail: boolean;
}

/** A test email to a member of a store. */
export interface TestEmail {
  store_id: number;
  kind: string;
  recipient: string;
  sender_name: string;
  /** The email address for replies. If empty, replies go to the platform. */
  reply_to: string;
  subject: string;
  text: string;
  html: string;
  /** Whether people of the store wrote the text. The email then counts toward the daily limit of the store's owner. */
  is_own_text: true;
}
