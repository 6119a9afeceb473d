import type { OperationResponse, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { deadAfterSeconds } from "../../runtime/processes/index.ts";
import { type SealedColumns, sealedColumns } from "../../runtime/secrets/sealed-columns.ts";
import { lockUsedKeyIds, saveUsedKeyIds } from "../../runtime/secrets/used-keys.ts";
import { type Sealed, toSealedField, type Vault } from "../../runtime/secrets/vault.ts";
import { recordSecurityEvent } from "../security/index.ts";

type Rotation = OperationResponse<typeof operations.rotateSecretKeyByOperator>["rotation"];

/**
 * Encrypt records with the current secret key, in one step of a rotation. An interrupted rotation continues with the
 * remaining records. If no record remains, and no running process encrypts with another key, only the current key stays in use.
 * @param maxRecords the maximum number of records that this step encrypts
 */
export async function rotateSecretKey(tx: Transaction, vault: Vault, maxRecords: number): Promise<Rotation> {
  let rotated_count = 0;
  for (const columns of sealedColumns)
    rotated_count += await rewrapRecords(tx, { vault, columns, max: maxRecords - rotated_count });
  // With this lock, a process that starts now has to wait, so that its key is not missed.
  const usedIds = await lockUsedKeyIds(tx, vault.keyId);
  let remaining_count = 0;
  for (const columns of sealedColumns) remaining_count += await countOldRecords(tx, columns, vault.keyId);
  const old_process_count = await countOldProcesses(tx, vault.keyId);
  const is_complete = remaining_count === 0 && old_process_count === 0;
  // guard keys-in-use: without it, rotate-secret-key.test.ts fails
  if (is_complete && usedIds.length > 1) {
    await saveUsedKeyIds(tx, [vault.keyId]);
    await recordSecurityEvent(tx, { kind: "secret_key_rotated", details: { key_id: vault.keyId } });
  }
  return { key_id: vault.keyId, rotated_count, remaining_count, old_process_count, is_complete };
}

type SealedRow = Pick<Sealed, "key_id" | "data_key"> & { id: number };

/** Encrypt the data keys of a column's secrets with the current key. @returns the number of data keys that were encrypted */
async function rewrapRecords(
  tx: Transaction,
  { vault, columns, max }: { vault: Vault; columns: SealedColumns; max: number },
): Promise<number> {
  const { table, key_id, data_key, ciphertext } = columns;
  if (max <= 0) return 0;
  // A record that another transaction is changing is left for a later step.
  const rows = await tx.many<SealedRow>(
    `select id, ${key_id} as key_id, ${data_key} as data_key from ${table} where ${key_id} <> $1
     order by id limit $2 for update skip locked`,
    [vault.keyId, max],
  );
  if (rows.length === 0) return 0;
  const newDataKeys = rows.map((row) => vault.rewrap(toSealedField(table, row.id, ciphertext), row).data_key);
  await tx.query(
    `update ${table} t set ${key_id} = $1, ${data_key} = changed.data_key
     from unnest($2::bigint[], $3::bytea[]) as changed (id, data_key) where t.id = changed.id`,
    [vault.keyId, rows.map(({ id }) => id), newDataKeys],
  );
  return rows.length;
}

async function countOldRecords(
  tx: Transaction,
  { table, key_id }: SealedColumns,
  keyId: string,
): Promise<number> {
  const text = `select count(*) as count from ${table} where ${key_id} <> $1`;
  return (await tx.one<{ count: number }>(text, [keyId])).count;
}

/** Count the running processes that do not encrypt with this key, including those of an earlier release, which report no key. */
async function countOldProcesses(tx: Transaction, keyId: string): Promise<number> {
  const text = `select count(*) as count from processes
    where secret_key_id is distinct from $1 and seen_at >= clock_timestamp() - make_interval(secs => $2)`;
  return (await tx.one<{ count: number }>(text, [keyId, deadAfterSeconds])).count;
}
