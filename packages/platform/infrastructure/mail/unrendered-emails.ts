import type { Database, Queryable } from "@souk/database";
import type { Clock } from "../../runtime/clock.ts";
import type { Sealed, Vault } from "../../runtime/secrets/vault.ts";
import { reserveOwnText } from "./account-emails.ts";
import { toEmailLine } from "./email-line.ts";
import { getHtmlField, getTextField, insertEmail, reserveEmailId } from "./email-store.ts";

/** An email to a customer that is queued before its template is rendered. */
export interface UnrenderedEmail {
  store_id: number;
  /** The order that the customer is notified about. */
  order_id: number;
  kind: string;
  recipient: string;
  /** The name of the sender, at the platform's email address. */
  sender_name: string;
  /** The email address for replies. If empty, replies go to the sender. */
  reply_to: string;
  /** The variables of the template. */
  variables: object;
  /** When the email is to be sent. */
  scheduled_at: Date;
}

/** An email that no other process renders until the lease ends. */
export interface LeasedEmail {
  id: number;
  store_id: number;
  kind: string;
  /** Decrypt the variables of the template. @throws Error if they cannot be decrypted */
  readVariables(): object;
  /** The number of attempts to render the email, including the current attempt. */
  attempts: number;
}

/** A rendered email. */
interface RenderedTexts {
  subject: string;
  text: string;
  html: string;
}

/** The queue of emails that are rendered before they are sent. */
export interface UnrenderedEmails {
  /** Queue an email in the transaction that causes it, so that it survives a crash and is not sent after a rollback. */
  add(tx: Queryable, email: UnrenderedEmail): Promise<void>;
  /**
   * Lease the next email to render, so that another process renders it if this one crashes. Stores take turns.
   * @param lastStoreId the id of the store that had the last turn; 0 at the start
   * @returns null if no email is due
   */
  lease(db: Queryable, lastStoreId: number): Promise<LeasedEmail | null>;
  /**
   * Let an email use the store's edited template, if the account that owns the store may send one more such email today.
   * @returns false if the default template must be used
   */
  reserveOwnText(db: Database, email: { id: number; store_id: number }): Promise<boolean>;
  /** Store the texts of an email, which is then due to be sent. An email that is already rendered is not changed. */
  saveRendered(db: Queryable, id: number, texts: RenderedTexts): Promise<void>;
  /** Record that an email cannot be rendered, so that it is not sent. */
  saveFailure(db: Queryable, id: number, error: string): Promise<void>;
}

/** How long a process may take to render an email before another process may retry it. */
const leaseMs = 60_000;

const storeIdSql = "coalesce(store_id, 0)";
const buildFirstDue = (condition: string) => `(
  select id from mails where state = 'unrendered' and ${condition} and due_at <= $1
  order by ${storeIdSql}, due_at, id limit 1 for update skip locked)`;
const leaseText = `
  update mails set due_at = $2, attempts = attempts + 1
  where id = coalesce(${buildFirstDue(`${storeIdSql} > $3`)}, ${buildFirstDue(`${storeIdSql} <= $3`)})
  returning id, ${storeIdSql} as store_id, kind, attempts, key_id, data_key, ciphertext`;

/** Create the queue, which encrypts variables and texts with the vault. */
export function createUnrenderedEmails({ vault, clock }: { vault: Vault; clock: Clock }): UnrenderedEmails {
  return {
    async add(tx, { variables, sender_name, reply_to, scheduled_at, ...email }) {
      const id = await reserveEmailId(tx);
      await insertEmail(tx, {
        ...email,
        id,
        state: "unrendered",
        subject: "",
        created_at: new Date(clock.now()),
        due_at: scheduled_at,
        sender_name: toEmailLine(sender_name) || null,
        reply_to: reply_to || null,
        priority: false,
        is_own_text: false,
        html: null,
        ...vault.seal(getTextField(id), JSON.stringify(variables)),
      });
    },
    async lease(db, lastStoreId) {
      const now = clock.now();
      const row = await db.maybeOne<Omit<LeasedEmail, "readVariables"> & Sealed>(leaseText, [
        new Date(now),
        new Date(now + leaseMs),
        lastStoreId,
      ]);
      if (row === undefined) return null;
      const { id, store_id, kind, attempts } = row;
      const readVariables = () => JSON.parse(vault.open(getTextField(id), row)) as object;
      return { id, store_id, kind, attempts, readVariables };
    },
    reserveOwnText: (db, email) => db.transaction((tx) => reserveOwnText(tx, email, clock.now())),
    async saveRendered(db, id, { subject, text, html }) {
      const sealedText = vault.seal(getTextField(id), text);
      const sealedHtml = vault.seal(getHtmlField(id), html);
      await db.query(
        `update mails set state = 'queued', attempts = 0, due_at = $2, subject = $3, key_id = $4, data_key = $5,
           ciphertext = $6, html_key_id = $7, html_data_key = $8, html_ciphertext = $9
         where id = $1 and state = 'unrendered'`,
        [
          id,
          new Date(clock.now()),
          toEmailLine(subject),
          sealedText.key_id,
          sealedText.data_key,
          sealedText.ciphertext,
          sealedHtml.key_id,
          sealedHtml.data_key,
          sealedHtml.ciphertext,
        ],
      );
    },
    async saveFailure(db, id, error) {
      const text = "update mails set state = 'failed', error = $2 where id = $1 and state = 'unrendered'";
      await db.query(text, [id, error]);
    },
  };
}
