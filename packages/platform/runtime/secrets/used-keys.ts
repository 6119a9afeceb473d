import type { Transaction } from "@souk/database";

const insertText =
  "insert into settings (key, value) values ('secret_key_id', to_jsonb($1::text)) on conflict (key) do nothing";
const selectText = `
  select value #>> '{}' as current_id, (select value from settings where key = 'secret_key_ids') as ids
  from settings where key = 'secret_key_id' for update`;
const saveText =
  "insert into settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value";

/**
 * Lock and read the ids of the secret keys that secrets in the database may be encrypted with. The first process on a database
 * stores the id of its key.
 * @param keyId the id of this process's key
 */
export async function lockUsedKeyIds(tx: Transaction, keyId: string): Promise<readonly string[]> {
  await tx.query(insertText, [keyId]);
  const { current_id, ids } = await tx.one<{ current_id: string; ids: string[] | null }>(selectText);
  return ids ?? [current_id];
}

/** Store the ids of the keys that secrets may be encrypted with. The first id belongs to the key that encrypts new secrets. */
export async function saveUsedKeyIds(
  tx: Transaction,
  [keyId, ...formerIds]: readonly [string, ...string[]],
): Promise<void> {
  // An earlier release of Souk reads only `secret_key_id`, and starts only with the key that has this id.
  await tx.query(saveText, ["secret_key_id", JSON.stringify(keyId)]);
  await tx.query(saveText, ["secret_key_ids", JSON.stringify([keyId, ...formerIds])]);
}
