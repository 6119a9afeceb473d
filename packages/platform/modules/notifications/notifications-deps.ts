import type { Queryable } from "@souk/database";
import type { CustomerEmailScope, EmailCounts, Post } from "../../infrastructure/mail/index.ts";

/** What mail to customers needs from the platform. */
export interface NotificationsDeps {
  sendEmail(tx: Queryable, mail: CustomerEmail): Promise<void>;
  /** Count the emails to customers in the last 24 hours, each count up to `most`. */
  countEmails(tx: Queryable, place: CustomerEmailScope, max: EmailCounts): Promise<EmailCounts>;
  log: { warn(fields: object, message: string): void };
  boundReached: Post["askedBoundReached"];
  /** Take a turn of the account's rate limit for trying templates. */
  takeTrial(accountId: number): { allowed: boolean; retryAfterSeconds: number };
  /** Whether this platform sends email. */
  sendsEmail: boolean;
}

/** An email of a store to one of its customers, or to one of its people who tests it. */
export interface CustomerEmail {
  store_id: number;
  /** The id of the order; absent for an email without one. */
  order_id?: number;
  kind: string;
  recipient: string;
  sender_name: string;
  /** The address for replies; empty: the platform's own sender. */
  reply_to: string;
  subject: string;
  text: string;
  html: string;
}
