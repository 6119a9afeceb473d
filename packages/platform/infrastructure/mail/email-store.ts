import type { Queryable } from "@souk/database";
import { type Sealed, type SealedPlace, toSealedPlace } from "../../runtime/secrets/vault.ts";

/** An email as it is stored in its table. */
export interface EmailRow extends Sealed {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  state: "queued" | "sent" | "failed";
  /** The attempts so far, including the one in progress. */
  attempts: number;
  error: string | null;
  created_at: Date;
  /** The sender's name; null: the platform's. */
  sender_name: string | null;
  reply_to: string | null;
  html_key_id: string | null;
  html_data_key: Buffer | null;
  html_ciphertext: Buffer | null;
}

const columns = `id, kind, recipient, subject, key_id, data_key, ciphertext, state, attempts, error, created_at,
  sender_name, reply_to, html_key_id, html_data_key, html_ciphertext`;

/** Return the place that an email's text is sealed for. */
export function getTextPlace(id: number): SealedPlace {
  return toSealedPlace("mails", id, "ciphertext");
}

/** Return the place that an email's HTML is sealed for. */
export function getHtmlPlace(id: number): SealedPlace {
  return toSealedPlace("mails", id, "html_ciphertext");
}

/** Return the sealed HTML of an email; null where it has none. */
export function getSealedHtml(mail: EmailRow): Sealed | null {
  const { html_key_id, html_data_key, html_ciphertext } = mail;
  if (html_key_id === null || html_data_key === null || html_ciphertext === null) return null;
  return { key_id: html_key_id, data_key: html_data_key, ciphertext: html_ciphertext };
}

/** Reserve the id of the next email: its text is sealed for its row before the row is written. */
export async function reserveMailId(tx: Queryable): Promise<number> {
  const row = await tx.maybeOne<{ id: number }>(
    "select nextval(pg_get_serial_sequence('mails', 'id')) as id",
  );
  if (row === undefined) throw new Error("mails has no sequence.");
  return row.id;
}

export interface NewEmail extends Sealed {
  id: number;
  store_id: number | null;
  order_id: number | null;
  kind: string;
  recipient: string;
  subject: string;
  due_at: Date;
  sender_name: string | null;
  reply_to: string | null;
  html: Sealed | null;
  priority: boolean;
}

/** Insert an email, due at once. */
export async function insertEmail(tx: Queryable, mail: NewEmail): Promise<void> {
  const { id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at } = mail;
  const { sender_name, reply_to, html, order_id, priority } = mail;
  const sealedHtml = [html?.key_id ?? null, html?.data_key ?? null, html?.ciphertext ?? null];
  await tx.query(
    `insert into mails (id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, created_at,
       sender_name, reply_to, html_key_id, html_data_key, html_ciphertext, order_id, priority)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at],
      ...[sender_name, reply_to, ...sealedHtml, order_id, priority],
    ],
  );
}

/**
 * The stores whose emails were taken last, one with priority and one without: the next email is another
 * store's. 0: no store's.
 */
export interface MailTurns {
  first: number;
  rest: number;
}

const store = "coalesce(store_id, 0)";
const firstDue = (goesFirst: boolean, condition: string) => `(
  select id from mails where state = 'queued' and priority = ${goesFirst} and ${condition} and due_at <= $1
  order by ${store}, due_at, id limit 1 for update skip locked)`;
const takeText = `
  update mails set due_at = $2, attempts = attempts + 1
  where id = coalesce(${firstDue(true, `${store} > $3`)}, ${firstDue(true, `${store} <= $3`)},
    ${firstDue(false, `${store} > $4`)}, ${firstDue(false, `${store} <= $4`)})
  returning ${columns}, priority, ${store} as turn_store_id`;

/**
 * Take the email whose turn it is, for a limited time, so that it is retried elsewhere when this process
 * dies. Stores take turns, so that a thousand emails of one do not delay those of others; of one store's
 * emails, the first due comes first.
 *
 * @param until when it is due again
 * @param turns is advanced
 * @returns null when none is due
 */
export async function leaseDueEmail(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
  turns: MailTurns,
): Promise<EmailRow | null> {
  const mail = await db.maybeOne<EmailRow & { priority: boolean; turn_store_id: number }>(takeText, [
    ...[now, until],
    ...[turns.first, turns.rest],
  ]);
  if (mail === undefined) return null;
  turns[mail.priority ? "first" : "rest"] = mail.turn_store_id;
  return mail;
}

/** The outcome of an attempt. */
export type MailOutcome =
  | { state: "sent"; at: Date }
  | { state: "queued"; due_at: Date; error: string }
  | { state: "failed"; error: string };

/** Record the outcome of an attempt. */
export async function recordOutcome(db: Queryable, id: number, outcome: MailOutcome): Promise<void> {
  await db.query(
    `update mails set state = $2, error = $3, sent_at = $4, due_at = coalesce($5, due_at) where id = $1`,
    [
      id,
      outcome.state,
      outcome.state === "sent" ? null : outcome.error,
      outcome.state === "sent" ? outcome.at : null,
      outcome.state === "queued" ? outcome.due_at : null,
    ],
  );
}

/** List the latest emails, newest first. */
export async function listLatestEmails(db: Queryable, limit: number): Promise<EmailRow[]> {
  return await db.many<EmailRow>(`select ${columns} from mails order by id desc limit $1`, [limit]);
}

/** Delete the emails from before a time and return how many. Housekeeping. */
export async function deleteEmailsBefore(db: Queryable, before: Date): Promise<number> {
  return (await db.query("delete from mails where created_at < $1", [before])).rowCount;
}
