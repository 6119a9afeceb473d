import type { Queryable, Transaction } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";
import {
  type CustomerEmailLimits,
  type CustomerEmailScope,
  type EmailSchedule,
  scheduleCustomerEmail,
} from "./customer-emails.ts";
import { toEmailLine } from "./email-line.ts";
import { getHtmlField, getTextField, insertEmail, reserveEmailId } from "./email-store.ts";
import {
  type ExceededLimit,
  findExceededLimit,
  type RequestedEmail,
  type RequestedEmailLimits,
} from "./requested-emails.ts";

/** An email to one person. */
export interface EmailMessage {
  /** The store that the email is about; null if it is not about a store. */
  store_id: number | null;
  /** The order that the customer is notified about. */
  order_id?: number;
  /** The kind of email, for limits and logs, for example `invitation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The text as HTML. If absent, the email is only plain text. */
  html?: string;
  /** The name of the sender, at the platform's email address. If absent, the platform is the sender. */
  sender_name?: string;
  /** The email address for replies. If absent or empty, replies go to the sender. */
  reply_to?: string;
  /** Whether people of the store wrote the text, so that the email counts toward the limit of the store's owner; false if absent. */
  is_own_text?: boolean;
  /** Whether the email is sent before emails of stores to their customers; true if absent. */
  priority?: boolean;
}

/** The queue of emails to be sent. */
export interface EmailQueue {
  /** Queue an email in the transaction that causes it, so that it is not sent after a rollback. */
  send(tx: Queryable, email: EmailMessage): Promise<void>;
  /** Decide when another email to a customer is sent. Returns null if too many emails about the order wait. */
  schedule(tx: Transaction, scope: CustomerEmailScope, limits: CustomerEmailLimits): Promise<EmailSchedule>;
  /** Return the limit per 24 hours that one more requested email would exceed, or null. */
  findExceededLimit(
    tx: Transaction,
    email: RequestedEmail,
    limits: RequestedEmailLimits,
  ): Promise<ExceededLimit | null>;
}

const dayMs = 24 * 3_600_000;

/** Create the queue, which encrypts the texts of emails with the vault. */
export function createEmailQueue({ vault, clock }: { vault: Vault; clock: Clock }): EmailQueue {
  return {
    schedule: (tx, scope, limits) => scheduleCustomerEmail(tx, scope, { limits, now: clock.now() }),
    findExceededLimit: (tx, email, limits) =>
      findExceededLimit(tx, { ...email, now: clock.now(), withinMs: dayMs }, limits),
    async send(tx, email) {
      const { store_id, order_id = null, kind, recipient, subject, text, html } = email;
      const { sender_name, reply_to, priority = true, is_own_text = false } = email;
      const id = await reserveEmailId(tx);
      await insertEmail(tx, {
        id,
        store_id,
        order_id,
        kind,
        state: "queued",
        recipient,
        subject: toEmailLine(subject),
        due_at: new Date(clock.now()),
        sender_name: toEmailLine(sender_name ?? "") || null,
        reply_to: reply_to || null,
        priority,
        is_own_text,
        html: html === undefined ? null : vault.seal(getHtmlField(id), html),
        ...vault.seal(getTextField(id), text),
      });
    },
  };
}
