import type { Queryable } from "@souk/database";
import { placeOf, type Sealed, type SealedPlace } from "../../secrets/vault.ts";

/** A client secret as it is stored: sealed, with its last characters to tell it by. */
export interface SecretRow extends Sealed {
  id: number;
  app_id: number;
  hint: string;
  switch_at: Date | null;
  created_at: Date;
}

/** The place that a secret is sealed for. */
export function placeOfSecret(id: number): SealedPlace {
  return placeOf("app_secrets", id, "ciphertext");
}

/** All secrets of some apps, by app and ascending id; those that are gone may still be among them. */
export async function selectSecrets(run: Queryable, appIds: readonly number[]): Promise<SecretRow[]> {
  const text = `
    select id, app_id, key_id, data_key, ciphertext, hint, switch_at, created_at
    from app_secrets where app_id = any($1) order by app_id, id`;
  return (await run.query<SecretRow>({ name: "secrets_of_apps", text }, [appIds])).rows;
}

/** The id of the next secret: a secret is sealed for its row before the row is written. */
export async function reserveSecretId(tx: Queryable): Promise<number> {
  const text = "select nextval(pg_get_serial_sequence('app_secrets', 'id')) as id";
  const { rows } = await tx.query<{ id: number }>(text);
  if (rows[0] === undefined) throw new Error("app_secrets has no sequence.");
  return rows[0].id;
}

/** Inserts a secret that was sealed for its reserved id. */
export async function insertSecret(tx: Queryable, secret: Omit<SecretRow, "created_at">): Promise<SecretRow> {
  const text = `
    insert into app_secrets (id, app_id, key_id, data_key, ciphertext, hint, switch_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id, app_id, key_id, data_key, ciphertext, hint, switch_at, created_at`;
  const { id, app_id, key_id, data_key, ciphertext, hint, switch_at } = secret;
  const values = [id, app_id, key_id, data_key, ciphertext, hint, switch_at];
  const { rows } = await tx.query<SecretRow>(text, values);
  if (rows[0] === undefined) throw new Error("A secret was inserted and not returned.");
  return rows[0];
}

/** Deletes secrets: from the commit on they are neither accepted nor sign. */
export async function deleteSecrets(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.query("delete from app_secrets where id = any($1)", [ids]);
}

/** Lets a secret sign from now on. */
export async function clearSwitch(tx: Queryable, id: number): Promise<void> {
  await tx.query("update app_secrets set switch_at = null where id = $1", [id]);
}

/** Deletes every secret that a younger one of its app has replaced. Answers how many. */
export async function deleteReplaced(run: Queryable, now: Date): Promise<number> {
  const text = `
    delete from app_secrets old using app_secrets young
    where young.app_id = old.app_id and young.id > old.id and young.switch_at <= $1`;
  return (await run.query(text, [now])).rowCount;
}
