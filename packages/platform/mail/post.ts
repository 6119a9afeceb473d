import type { Queryable } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { Vault } from "../secrets/vault.ts";
import { insertMail, placeOfMail, reserveMailId } from "./mail-store.ts";

/** A message to one person. */
export interface Mail {
  /** The shop it is about; null where it is about none. */
  store_id: number | null;
  /** What it is, for logs and the mailbox: `invitation`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Hands mail over to be sent. */
export interface Post {
  /** Part of the transaction that causes it: what is rolled back is never sent. */
  send(tx: Queryable, mail: Mail): Promise<void>;
}

/** A header is one line: what a shop or a person is called must not begin another. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export function createPost({ vault, clock }: { vault: Vault; clock: Clock }): Post {
  return {
    async send(tx, { store_id, kind, recipient, subject, text }) {
      const id = await reserveMailId(tx);
      const sealed = vault.seal(placeOfMail(id), text);
      const due_at = new Date(clock.now());
      await insertMail(tx, { id, store_id, kind, recipient, subject: oneLine(subject), due_at, ...sealed });
    },
  };
}
