import type { Queryable } from "@souk/database";
import type { CustomerMailPlace, MailCounts } from "../../mail/index.ts";

/** What mail to customers needs of the rest of the house; given at wiring. */
export interface NotificationsWiring {
  sendMail(tx: Queryable, mail: CustomerMail): Promise<void>;
  /** What customers were sent in the last 24 hours, each counted up to `most`. */
  countMails(tx: Queryable, of: CustomerMailPlace, most: MailCounts): Promise<MailCounts>;
  /** Whether mail leaves this platform. */
  sendsMail: boolean;
  log: { warn(fields: object, message: string): void };
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
