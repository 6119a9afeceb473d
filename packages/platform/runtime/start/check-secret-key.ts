import type { Database } from "@souk/database";
import { StartError } from "./start-error.ts";

const insertText =
  "insert into settings (key, value) values ('secret_key_id', to_jsonb($1::text)) on conflict (key) do nothing";
const selectText = "select value #>> '{}' as id from settings where key = 'secret_key_id'";

/**
 * Check that this process has the same secret key as all other processes that use the database. With different keys,
 * they could not read each other's secrets. The first process stores its key's id.
 * @param keyId the id of this process's key, from the vault
 * @throws StartError if the key differs
 */
export async function checkSecretKey(database: Database, keyId: string): Promise<void> {
  await database.query(insertText, [keyId]);
  const row = await database.maybeOne<{ id: string }>(selectText);
  const databaseKeyId = row?.id;
  if (databaseKeyId === keyId) return;
  throw new StartError(
    `The secrets in this database belong to the secret key ${databaseKeyId}, but this server has the key ${keyId}. Set SOUK_SECRET_KEY, or restore secret.key in the data directory, to the key the database was created with.`,
  );
}
