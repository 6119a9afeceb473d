import type { Queryable } from "@souk/database";
import { type Sealed, type SealedField, toSealedField } from "../../../runtime/secrets/vault.ts";

/** An authenticator app as it is stored, with its encrypted secret. */
interface AuthenticatorRow extends Sealed {
  id: number;
  account_id: number;
  /** The time step of the last code that was accepted. */
  last_step: number;
  confirmed_at: Date | null;
  created_at: Date;
}

/** Return the field for which the secret of an authenticator app is encrypted. */
export function getTotpField(id: number): SealedField {
  return toSealedField("authenticator_apps", id, "ciphertext");
}

/** Find the authenticator app of an account, confirmed or not, or return null. */
export async function selectAuthenticator(
  db: Queryable,
  accountId: number,
): Promise<AuthenticatorRow | null> {
  const text = `select id, account_id, key_id, data_key, ciphertext, last_step, confirmed_at, created_at
    from authenticator_apps where account_id = $1`;
  return (await db.maybeOne<AuthenticatorRow>(text, [accountId])) ?? null;
}

/** Reserve the id of a new authenticator app, because its secret is encrypted for its row before the row is inserted. */
export async function reserveAuthenticatorId(tx: Queryable): Promise<number> {
  const text = "select nextval(pg_get_serial_sequence('authenticator_apps', 'id')) as id";
  return (await tx.one<{ id: number }>(text)).id;
}

/** Insert an authenticator app that no code has confirmed yet. */
export async function insertAuthenticator(
  tx: Queryable,
  app: Sealed & { id: number; account_id: number; created_at: Date },
): Promise<void> {
  const text = `insert into authenticator_apps (id, account_id, key_id, data_key, ciphertext, created_at)
    values ($1, $2, $3, $4, $5, $6)`;
  const { id, account_id, key_id, data_key, ciphertext, created_at } = app;
  await tx.query(text, [id, account_id, key_id, data_key, ciphertext, created_at]);
}

/** Confirm an authenticator app with the time step of its first code. @returns false if it was confirmed before */
export async function confirmAuthenticator(
  tx: Queryable,
  { id, step, confirmedAt }: { id: number; step: number; confirmedAt: Date },
): Promise<boolean> {
  const text =
    "update authenticator_apps set confirmed_at = $3, last_step = $2 where id = $1 and confirmed_at is null";
  return (await tx.query(text, [id, step, confirmedAt])).rowCount > 0;
}

/** Record the time step of an accepted code. @returns false if a code of this step or a later one was accepted before */
export async function acceptTotpStep(tx: Queryable, id: number, step: number): Promise<boolean> {
  // guard totp-once: without `and last_step < $2`, factors.test.ts fails
  const text = "update authenticator_apps set last_step = $2 where id = $1 and last_step < $2";
  return (await tx.query(text, [id, step])).rowCount > 0;
}

/** Delete the authenticator app of an account. @returns whether a confirmed one was deleted */
export async function deleteAuthenticator(tx: Queryable, accountId: number): Promise<boolean> {
  const text =
    "delete from authenticator_apps where account_id = $1 returning confirmed_at is not null as is_confirmed";
  const row = await tx.maybeOne<{ is_confirmed: boolean }>(text, [accountId]);
  return row?.is_confirmed ?? false;
}
