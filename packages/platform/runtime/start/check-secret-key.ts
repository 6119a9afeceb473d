import type { Database } from "@souk/database";
import { lockUsedKeyIds, saveUsedKeyIds } from "../secrets/used-keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { StartError } from "./start-error.ts";

/**
 * Check that this process has every secret key with which secrets in the database may be encrypted. The database has a list of
 * these keys' ids; put the id of this process's own key first. The first process on a database starts the list.
 * @param vault the ids of this process's keys
 * @throws StartError if a key is missing
 */
export async function checkSecretKey(
  database: Database,
  { keyId, keyIds }: Pick<Vault, "keyId" | "keyIds">,
): Promise<void> {
  await database.transaction(async (tx) => {
    const usedIds = await lockUsedKeyIds(tx, keyId);
    const missingId = usedIds.find((id) => !keyIds.includes(id));
    if (missingId !== undefined)
      throw new StartError(
        `The secrets in this database belong to the secret key ${missingId}, but this server has the key ${keyIds.join(" and ")}. Set SOUK_SECRET_KEY, or restore secret.key in the data directory, to the key the database was created with. To change the key, set the new key and the former one, separated by a comma.`,
      );
    if (usedIds[0] !== keyId) await saveUsedKeyIds(tx, [keyId, ...usedIds.filter((id) => id !== keyId)]);
  });
}
