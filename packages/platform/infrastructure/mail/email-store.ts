import type { Queryable } from "@souk/database";
import { type Sealed, type SealedField, toSealedField } from "../../runtime/secrets/vault.ts";

/** A row of the table `mails`. */
export interface EmailRow extends Sealed {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  state: "unrendered" | "queued" | "sent" | "failed";
  /** The number of attempts to send the email, or to render it while it is unrendered. An attempt in progress is included. */
  attempts: number;
  error: string | null;
  created_at: Date;
  /** When the first attempt to send the email was due. */
  scheduled_at: Date;
  /** The name of the sender; null if the platform is the sender. */
  sender_name: string | null;
  reply_to: string | null;
  html_key_id: string | null;
  html_data_key: Buffer | null;
  html_ciphertext: Buffer | null;
}

const columns = `id, kind, recipient, subject, key_id, data_key, ciphertext, state, attempts, error, created_at, scheduled_at,
  sender_name, reply_to, html_key_id, html_data_key, html_ciphertext`;

/** Return the database field to which the encrypted text of an email is bound. */
export function getTextField(id: number): SealedField {
  return toSealedField("mails", id, "ciphertext");
}

/** Return the database field to which the encrypted HTML of an email is bound. */
export function getHtmlField(id: number): SealedField {
  return toSealedField("mails", id, "html_ciphertext");
}

/** Return the encrypted HTML of an email, or null if it has none. */
export function getSealedHtml(email: EmailRow): Sealed | null {
  const { html_key_id, html_data_key, html_ciphertext } = email;
  if (html_key_id === null || html_data_key === null || html_ciphertext === null) return null;
  return { key_id: html_key_id, data_key: html_data_key, ciphertext: html_ciphertext };
}

/** Reserve the id of the next email, because its text is bound to this id when it is encrypted. */
export async function reserveEmailId(tx: Queryable): Promise<number> {
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
  state: "unrendered" | "queued";
  recipient: string;
  subject: string;
  /** When the first attempt to send the email is due. */
  due_at: Date;
  sender_name: string | null;
  reply_to: string | null;
  html: Sealed | null;
  priority: boolean;
  is_own_text: boolean;
  /** When the email was created; equal to `due_at` if absent. */
  created_at?: Date;
}

/** Insert an email. */
export async function insertEmail(tx: Queryable, email: NewEmail): Promise<void> {
  const { id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at } = email;
  const { sender_name, reply_to, html, order_id, priority, state, is_own_text, created_at } = email;
  await tx.query(
    `insert into mails (id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, created_at,
       sender_name, reply_to, html_key_id, html_data_key, html_ciphertext, order_id, priority, state, is_own_text, scheduled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $19, $10, $11, $12, $13, $14, $15, $16, $17, $18, $9)`,
    [
      id,
      store_id,
      kind,
      recipient,
      subject,
      key_id,
      data_key,
      ciphertext,
      due_at,
      sender_name,
      reply_to,
      html?.key_id ?? null,
      html?.data_key ?? null,
      html?.ciphertext ?? null,
      order_id,
      priority,
      state,
      is_own_text,
      created_at ?? due_at,
    ],
  );
}

/**
 * The ids of the stores whose emails were leased last, with and without priority, so that another store is next. 0 stands
 * for emails without a store.
 */
export interface StoreTurns {
  priority: number;
  normal: number;
}

const storeIdSql = "coalesce(store_id, 0)";
const buildFirstDue = (hasPriority: boolean, condition: string) => `(
  select id from mails where state = 'queued' and priority = ${hasPriority} and ${condition} and due_at <= $1
  order by ${storeIdSql}, due_at, id limit 1 for update skip locked)`;
const leaseText = `
  update mails set due_at = $2, attempts = attempts + 1
  where id = coalesce(${buildFirstDue(true, `${storeIdSql} > $3`)}, ${buildFirstDue(true, `${storeIdSql} <= $3`)},
    ${buildFirstDue(false, `${storeIdSql} > $4`)}, ${buildFirstDue(false, `${storeIdSql} <= $4`)})
  returning ${columns}, priority, ${storeIdSql} as turn_store_id`;

/**
 * Lease the next due email, so that another process retries it if this one crashes. Emails with priority come first.
 * Stores take turns, so that a thousand emails of one store do not delay emails of other stores. Emails of one
 * store are leased in the sequence in which they become due.
 *
 * @param until when the lease ends and the email is due again
 * @param turns updated with the store of the leased email
 * @returns null if no email is due
 */
export async function leaseDueEmail(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
  turns: StoreTurns,
): Promise<EmailRow | null> {
  const email = await db.maybeOne<EmailRow & { priority: boolean; turn_store_id: number }>(leaseText, [
    now,
    until,
    turns.priority,
    turns.normal,
  ]);
  if (email === undefined) return null;
  turns[email.priority ? "priority" : "normal"] = email.turn_store_id;
  return email;
}

/** The result of an attempt to send an email. */
export type EmailOutcome =
  | { state: "sent"; at: Date }
  | { state: "queued"; due_at: Date; error: string }
  | { state: "failed"; error: string };

/** Store the result of an attempt to send an email. */
export async function saveOutcome(db: Queryable, id: number, outcome: EmailOutcome): Promise<void> {
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

/** Delete the emails that were created and due to be sent before a time, and return how many. For housekeeping. */
export async function deleteEmailsBefore(db: Queryable, before: Date): Promise<number> {
  return (await db.query("delete from mails where created_at < $1 and scheduled_at < $1", [before])).rowCount;
}
