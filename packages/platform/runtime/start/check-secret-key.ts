import type { Database } from "@souk/database";
import { StartError } from "./start-error.ts";

const keep =
  "insert into settings (key, value) values ('secret_key_id', to_jsonb($1::text)) on conflict (key) do nothing";
const kept = "select value #>> '{}' as id from settings where key = 'secret_key_id'";

/**
 * Check that every process of a database has one secret key: with another one, stored secrets could not be
 * read, and new ones would be lost to the rest.
 * @param keyId the id of this process's key, as the vault names it
 * @throws StartError
 */
export async function checkSecretKey(database: Database, keyId: string): Promise<void> {
  await database.query(keep, [keyId]);
  const row = await database.maybeOne<{ id: string }>(kept);
  const known = row?.id;
  if (known === keyId) return;
  throw new StartError(
    `The secrets in this database belong to the secret key ${known}, but this server has the key ${keyId}. Set SOUK_SECRET_KEY, or restore secret.key in the data directory, to the key the database was created with.`,
  );
}
