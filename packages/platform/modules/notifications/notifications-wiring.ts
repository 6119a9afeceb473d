import type { Queryable } from "@souk/database";
import type { CustomerMailPlace, MailCounts, Post } from "../../mail/index.ts";

/** What telling customers needs of the rest of the house; given at wiring. */
export interface NotifierWiring {
  sendMail(tx: Queryable, mail: CustomerMail): Promise<void>;
  /** What customers were sent in the last 24 hours, each counted up to `most`. */
  countMails(tx: Queryable, of: CustomerMailPlace, most: MailCounts): Promise<MailCounts>;
  log: { warn(fields: object, message: string): void };
}

/** What else templates need of it. */
export interface NotificationsWiring extends NotifierWiring {
  boundReached: Post["askedBoundReached"];
  /** Takes a turn at trying a template of somebody's own pace. */
  takeTrial(accountId: number): { allowed: boolean; retryAfterSeconds: number };
  /** Whether mail leaves this platform. */
  sendsMail: boolean;
}

/** A mail of a shop to one of its customers, or to one of its people who tries it. */
export interface CustomerMail {
  store_id: number;
  /** Absent: it is of no customer's order. */
  order_id?: number;
  kind: string;
  recipient: string;
  sender_name: string;
  /** Empty: answers go to the platform's own sender. */
  reply_to: string;
  subject: string;
  text: string;
  html: string;
}
