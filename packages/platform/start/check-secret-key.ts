import type { Database } from "@souk/database";
import { StartError } from "./start-error.ts";

const keep =
  "insert into settings (key, value) values ('secret_key_id', to_jsonb($1::text)) on conflict (key) do nothing";
const kept = "select value #>> '{}' as id from settings where key = 'secret_key_id'";

/**
 * Sees to it that every process of a database has one secret key: with another one, stored secrets could not be read, and
 * new ones would be lost to the rest.
 * @param keyId names the key of this process, as the vault does
 * @throws StartError
 */
export async function checkSecretKey(database: Database, keyId: string): Promise<void> {
  await database.query(keep, [keyId]);
  const { rows } = await database.query<{ id: string }>(kept);
  const known = rows[0]?.id;
  if (known === keyId) return;
  throw new StartError(
    `The secrets in this database belong to the secret key ${known}, but this server was given the key ${keyId}; set SOUK_SECRET_KEY, or put secret.key into the data directory, as it was when the database was made.`,
  );
}
