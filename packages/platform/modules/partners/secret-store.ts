import { defineStatement, type Queryable } from "@souk/database";
import { type Sealed, type SealedField, toSealedField } from "../../runtime/secrets/vault.ts";

/** A client secret as it is stored, encrypted. `hint` contains the secret's last characters. */
export interface SecretRow extends Sealed {
  id: number;
  app_id: number;
  hint: string;
  /** When Souk starts to sign with the secret; null if Souk signs with it already. */
  switch_at: Date | null;
  /** When an app last used the secret at the token exchange, accurate to an hour; null if never. */
  last_used_at: Date | null;
  created_at: Date;
}

/** Return the field for which a secret is encrypted. A ciphertext cannot be decrypted for another field. */
export function getSecretField(id: number): SealedField {
  return toSealedField("app_secrets", id, "ciphertext");
}

const secretsStatement = defineStatement(
  "secrets_of_apps",
  `
    select id, app_id, key_id, data_key, ciphertext, hint, switch_at, last_used_at, created_at
    from app_secrets where app_id = any($1) order by app_id, id`,
);

/** Load all secrets of several apps, by ascending app id and secret id. Some may be replaced secrets that are not deleted yet. */
export async function selectSecrets(db: Queryable, appIds: readonly number[]): Promise<SecretRow[]> {
  return await db.many<SecretRow>(secretsStatement, [appIds]);
}

/** Reserve the id of a new secret, because the secret is encrypted for its row before the row is inserted. */
export async function reserveSecretId(tx: Queryable): Promise<number> {
  const text = "select nextval(pg_get_serial_sequence('app_secrets', 'id')) as id";
  const row = await tx.maybeOne<{ id: number }>(text);
  if (row === undefined) throw new Error("app_secrets has no sequence.");
  return row.id;
}

/** Insert a secret that was encrypted for its reserved id. */
export async function insertSecret(
  tx: Queryable,
  secret: Omit<SecretRow, "created_at" | "last_used_at">,
): Promise<SecretRow> {
  const text = `
    insert into app_secrets (id, app_id, key_id, data_key, ciphertext, hint, switch_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id, app_id, key_id, data_key, ciphertext, hint, switch_at, last_used_at, created_at`;
  const { id, app_id, key_id, data_key, ciphertext, hint, switch_at } = secret;
  const values = [id, app_id, key_id, data_key, ciphertext, hint, switch_at];
  const row = await tx.maybeOne<SecretRow>(text, values);
  if (row === undefined) throw new Error("A secret was inserted and not returned.");
  return row;
}

/** One of an app's valid secrets, identified by its last characters. */
export interface UsedSecret {
  app_id: number;
  hint: string;
}

/** Record that a secret was used, unless a use in the last hour is recorded. */
export async function recordSecretUse(db: Queryable, { app_id, hint }: UsedSecret, now: Date): Promise<void> {
  const text = `update app_secrets set last_used_at = $3
    where app_id = $1 and hint = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 hour')`;
  await db.query(text, [app_id, hint, now]);
}

/** Return the part of a secret by which people recognize it. */
export function getSecretHint(secret: string): string {
  return secret.slice(-4);
}

/** Delete secrets, which makes them invalid when the transaction commits. */
export async function deleteSecrets(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.query("delete from app_secrets where id = any($1)", [ids]);
}

/** Clear the `switch_at` of a secret, so that Souk signs with it from now on. */
export async function clearSwitch(tx: Queryable, id: number): Promise<void> {
  await tx.query("update app_secrets set switch_at = null where id = $1", [id]);
}

/** Delete every secret that a newer secret of the same app has replaced. @returns the number of deleted secrets */
export async function deleteReplacedSecretRows(db: Queryable, now: Date): Promise<number> {
  const text = `
    delete from app_secrets old using app_secrets newer
    where newer.app_id = old.app_id and newer.id > old.id and newer.switch_at <= $1`;
  return (await db.query(text, [now])).rowCount;
}
