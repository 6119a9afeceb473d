import type { Queryable, Transaction } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";
import { type CustomerEmailScope, countCustomerEmails, type EmailCounts } from "./customer-emails.ts";
import { getHtmlPlace, getTextPlace, insertEmail, reserveMailId } from "./email-store.ts";
import {
  type BoundReached,
  findReachedLimit,
  type RequestedEmail,
  type RequestedEmailLimits,
} from "./requested-emails.ts";

/** An email to one person. */
export interface EmailMessage {
  /** The store it is about; null where it is about none. */
  store_id: number | null;
  /** The order that the customer is notified about. */
  order_id?: number;
  /** The kind of email, for logs and the mailbox: `invitation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The text as HTML; absent: the email is plain text alone. */
  html?: string;
  /** The sender's name, at the platform's own address; absent: the platform's. */
  sender_name?: string;
  /** The address for replies; absent or empty: the sender's. */
  reply_to?: string;
  /** Whether the email leaves before those that stores send their customers; absent: it does. */
  priority?: boolean;
}

/** The queue for email to be sent. */
export interface Post {
  /** Queue an email in the transaction that causes it: after a rollback it is never sent. */
  send(tx: Queryable, mail: EmailMessage): Promise<void>;
  /** Count the emails about orders queued in the last 24 hours; each count stops at its maximum. */
  countLately(tx: Queryable, place: CustomerEmailScope, limits: EmailCounts): Promise<EmailCounts>;
  /** Return the limit of the last 24 hours that one more requested email would exceed; null: none. */
  askedBoundReached(
    tx: Transaction,
    mail: RequestedEmail,
    limits: RequestedEmailLimits,
  ): Promise<BoundReached | null>;
}

/** Join a text into one line: the name of a store or a person must not begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

const latelyMs = 24 * 3_600_000;

export function createPost({ vault, clock }: { vault: Vault; clock: Clock }): Post {
  return {
    countLately: (tx, place, limits) =>
      countCustomerEmails(tx, { ...place, since: new Date(clock.now() - latelyMs) }, limits),
    askedBoundReached: (tx, mail, limits) =>
      findReachedLimit(tx, { ...mail, now: clock.now(), withinMs: latelyMs }, limits),
    async send(tx, mail) {
      const { store_id, order_id = null, kind, recipient, subject, text, html } = mail;
      const { sender_name, reply_to, priority = true } = mail;
      const id = await reserveMailId(tx);
      await insertEmail(tx, {
        id,
        store_id,
        order_id,
        kind,
        recipient,
        subject: oneLine(subject),
        due_at: new Date(clock.now()),
        sender_name: oneLine(sender_name ?? "") || null,
        reply_to: reply_to || null,
        priority,
        html: html === undefined ? null : vault.seal(getHtmlPlace(id), html),
        ...vault.seal(getTextPlace(id), text),
      });
    },
  };
}
