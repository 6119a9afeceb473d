import type { Queryable, Transaction } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { Vault } from "../secrets/vault.ts";
import { type AskedBounds, type AskedMail, askedBoundReached, type BoundReached } from "./asked-mails.ts";
import { type CustomerMailPlace, countCustomerMails, type MailCounts } from "./customer-mails.ts";
import { insertMail, placeOfHtml, placeOfMail, reserveMailId } from "./mail-store.ts";

/** A message to one person. */
export interface Mail {
  /** The shop it is about; null where it is about none. */
  store_id: number | null;
  /** The order that a customer is told of. */
  order_id?: number;
  /** What it is, for logs and the mailbox: `invitation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML; absent: it is plain text alone. */
  html?: string;
  /** What the sender is called, at the platform's own address; absent: as the platform is. */
  sender_name?: string;
  /** Where an answer goes; absent or empty: to the sender. */
  reply_to?: string;
  /** Whether it leaves before what shops send their customers; absent: it does. */
  goes_first?: boolean;
}

/** Hands mail over to be sent. */
export interface Post {
  /** Part of the transaction that causes it: what is rolled back is never sent. */
  send(tx: Queryable, mail: Mail): Promise<void>;
  /** What was handed over about orders in the last 24 hours; of much, no more is counted than `most` says. */
  countLately(tx: Queryable, of: CustomerMailPlace, most: MailCounts): Promise<MailCounts>;
  /** Which bound of the last 24 hours one more mail would pass that a person asks for; null: none. */
  askedBoundReached(tx: Transaction, mail: AskedMail, most: AskedBounds): Promise<BoundReached | null>;
}

/** A header is one line: what a shop or a person is called must not begin another. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

const latelyMs = 24 * 3_600_000;

export function createPost({ vault, clock }: { vault: Vault; clock: Clock }): Post {
  return {
    countLately: (tx, of, most) =>
      countCustomerMails(tx, { ...of, since: new Date(clock.now() - latelyMs) }, most),
    askedBoundReached: (tx, mail, most) =>
      askedBoundReached(tx, { ...mail, now: clock.now(), withinMs: latelyMs }, most),
    async send(tx, mail) {
      const { store_id, order_id = null, kind, recipient, subject, text, html } = mail;
      const { sender_name, reply_to, goes_first = true } = mail;
      const id = await reserveMailId(tx);
      await insertMail(tx, {
        id,
        store_id,
        order_id,
        kind,
        recipient,
        subject: oneLine(subject),
        due_at: new Date(clock.now()),
        sender_name: oneLine(sender_name ?? "") || null,
        reply_to: reply_to || null,
        goes_first,
        html: html === undefined ? null : vault.seal(placeOfHtml(id), html),
        ...vault.seal(placeOfMail(id), text),
      });
    },
  };
}
