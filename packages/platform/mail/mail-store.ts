import type { Queryable } from "@souk/database";
import { placeOf, type Sealed, type SealedPlace } from "../secrets/vault.ts";

/** A mail as it lies in its table. */
export interface MailRow extends Sealed {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  state: "queued" | "sent" | "failed";
  /** Tries so far, the one under way among them. */
  attempts: number;
  error: string | null;
  created_at: Date;
  /** What the sender is called; null: as the platform is. */
  sender_name: string | null;
  reply_to: string | null;
  html_key_id: string | null;
  html_data_key: Buffer | null;
  html_ciphertext: Buffer | null;
}

const columns = `id, kind, recipient, subject, key_id, data_key, ciphertext, state, attempts, error, created_at,
  sender_name, reply_to, html_key_id, html_data_key, html_ciphertext`;

/** The place that a mail's text is sealed for. */
export function placeOfMail(id: number): SealedPlace {
  return placeOf("mails", id, "ciphertext");
}

/** The place that its HTML is sealed for. */
export function placeOfHtml(id: number): SealedPlace {
  return placeOf("mails", id, "html_ciphertext");
}

/** The sealed HTML of a mail; null where it has none. */
export function htmlOf(mail: MailRow): Sealed | null {
  const { html_key_id, html_data_key, html_ciphertext } = mail;
  if (html_key_id === null || html_data_key === null || html_ciphertext === null) return null;
  return { key_id: html_key_id, data_key: html_data_key, ciphertext: html_ciphertext };
}

/** The id of the next mail: its text is sealed for its row before the row is written. */
export async function reserveMailId(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    "select nextval(pg_get_serial_sequence('mails', 'id')) as id",
  );
  if (rows[0] === undefined) throw new Error("mails has no sequence.");
  return rows[0].id;
}

export interface NewMail extends Sealed {
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
  goes_first: boolean;
}

/** Inserts a mail; it is due at once. */
export async function insertMail(tx: Queryable, mail: NewMail): Promise<void> {
  const { id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at } = mail;
  const { sender_name, reply_to, html, order_id, goes_first } = mail;
  const sealedHtml = [html?.key_id ?? null, html?.data_key ?? null, html?.ciphertext ?? null];
  await tx.query(
    `insert into mails (id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, created_at,
       sender_name, reply_to, html_key_id, html_data_key, html_ciphertext, order_id, goes_first)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[id, store_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at],
      ...[sender_name, reply_to, ...sealedHtml, order_id, goes_first],
    ],
  );
}

/** Whose mail was taken last, of what goes first and of the rest: the next one's turn is another shop's. 0: no shop's. */
export interface MailTurns {
  first: number;
  rest: number;
}

const shop = "coalesce(store_id, 0)";
const firstDue = (goesFirst: boolean, condition: string) => `(
  select id from mails where state = 'queued' and goes_first = ${goesFirst} and ${condition} and due_at <= $1
  order by ${shop}, due_at, id limit 1 for update skip locked)`;
const takeText = `
  update mails set due_at = $2, attempts = attempts + 1
  where id = coalesce(${firstDue(true, `${shop} > $3`)}, ${firstDue(true, `${shop} <= $3`)},
    ${firstDue(false, `${shop} > $4`)}, ${firstDue(false, `${shop} <= $4`)})
  returning ${columns}, goes_first, ${shop} as shop`;

/**
 * Takes the mail whose turn it is, for so long that a process which dies with it in hand leaves it to another. Shops take turns,
 * so that the thousand mails of one delay nobody else's; of one shop's, what is due first goes first.
 *
 * @param until when it is due again
 * @param turns is moved on
 * @returns null when none is due
 */
export async function takeDueMail(
  run: Queryable,
  { now, until }: { now: Date; until: Date },
  turns: MailTurns,
): Promise<MailRow | null> {
  const { rows } = await run.query<MailRow & { goes_first: boolean; shop: number }>(takeText, [
    ...[now, until],
    ...[turns.first, turns.rest],
  ]);
  const mail = rows[0];
  if (mail === undefined) return null;
  turns[mail.goes_first ? "first" : "rest"] = mail.shop;
  return mail;
}

/** What became of a try. */
export type MailOutcome =
  | { state: "sent"; at: Date }
  | { state: "queued"; due_at: Date; error: string }
  | { state: "failed"; error: string };

/** Writes down what became of a try. */
export async function noteMail(run: Queryable, id: number, outcome: MailOutcome): Promise<void> {
  await run.query(
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

/** The latest mails, the newest first. */
export async function latestMails(run: Queryable, most: number): Promise<MailRow[]> {
  return (await run.query<MailRow>(`select ${columns} from mails order by id desc limit $1`, [most])).rows;
}

/** Housekeeping: forgets mails of before. Answers how many. */
export async function deleteMailsBefore(run: Queryable, before: Date): Promise<number> {
  return (await run.query("delete from mails where created_at < $1", [before])).rowCount;
}
