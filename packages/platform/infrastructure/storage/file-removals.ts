import type { Database, Queryable, Transaction } from "@souk/database";
import { assertWithinQuota } from "../quotas/index.ts";
import { type FileStorage, isStoragePath } from "./file-storage.ts";

/** The time in ms within which a record must refer to a newly stored file. */
const graceMs = 60 * 60_000;

/** A file that is about to be stored. */
interface PendingFile {
  path: string;
  /** The size in bytes. */
  size: number;
}

/**
 * Register files that are about to be stored. A registered file is deleted after an hour unless `keepFiles` is called for
 * it, so no file is left behind if this process crashes. Until it is kept or deleted, its size counts toward the store's quota.
 * @throws ApiError `quota_exceeded`
 */
export async function registerPendingFiles(
  database: Database,
  storeId: number,
  files: readonly PendingFile[],
): Promise<void> {
  const text = `
    insert into file_removals (store_id, path, due_at, size)
    select $1, path, clock_timestamp() + $4 * interval '1 ms', size from unnest($2::text[], $3::bigint[]) as file (path, size)`;
  await database.transaction(async (tx) => {
    await tx.query(text, [storeId, files.map(({ path }) => path), files.map(({ size }) => size), graceMs]);
    await assertWithinQuota(tx, storeId, "file_bytes");
  });
}

/**
 * Keep registered files, in the transaction that inserts a record which refers to them.
 * @returns false if one of the files was registered too long ago and may have been deleted
 */
export async function keepFiles(
  tx: Transaction,
  storeId: number,
  paths: readonly string[],
): Promise<boolean> {
  const text = "delete from file_removals where store_id = $1 and path = any($2::text[]) and attempts = 0";
  const { rowCount } = await tx.query(text, [storeId, [...paths]]);
  return rowCount === paths.length;
}

/**
 * Schedule the removal of files, in the transaction that deletes the record which refers to them.
 * @param size the size of each file in bytes, which counts toward the store's quota until the file is removed
 * @param afterMs how long the files are still kept
 */
export async function scheduleFileRemovals(
  db: Queryable,
  storeId: number,
  { paths, size = 0, afterMs = 0 }: { paths: readonly string[]; size?: number; afterMs?: number },
): Promise<void> {
  const text = `
    insert into file_removals (store_id, path, due_at, size)
    select $1, path, clock_timestamp() + $3 * interval '1 ms', $4 from unnest($2::text[]) as path
    on conflict (store_id, path) do update set due_at = excluded.due_at, attempts = 0,
      size = greatest(file_removals.size, excluded.size)`;
  await db.query(text, [storeId, [...paths], afterMs, size]);
}

interface DueFile {
  store_id: number;
  path: string;
  attempts: number;
}

/** How long a process leases files in order to remove them, in ms. After that, the removal is tried again. */
const removalLeaseMs = 60 * 60_000;

const leaseText = `
  update file_removals r set attempts = r.attempts + 1, due_at = clock_timestamp() + $1 * interval '1 ms'
  from (
    select store_id, path from file_removals where due_at <= clock_timestamp()
    order by due_at limit 100 for update skip locked) due
  where r.store_id = due.store_id and r.path = due.path
  returning r.store_id, r.path, r.attempts`;

// A removed file does not count toward its store's quota.
const releaseText =
  "update file_removals set size = 0 where store_id = $1 and path = $2 and attempts = $3 and size > 0";
const deleteText = "delete from file_removals where store_id = $1 and path = $2 and attempts = $3";

/** Dependencies of removing files. */
export interface FileRemovalDeps {
  storage: FileStorage;
  /** Return the paths of files that may have been derived from a file, such as resized images. */
  listDerivedFiles(path: string): readonly string[];
}

/**
 * Remove all files that are due, with the files derived from them. Several processes may do so at the same time. If a
 * file could not be removed, or the process crashed, the removal is tried again an hour later.
 * @param stopSignal after it is aborted, no further batch is started
 * @throws the first error of the storage, after the removal of all other files of the batch has been tried
 */
export async function removeDueFiles(
  database: Database,
  deps: FileRemovalDeps,
  stopSignal?: AbortSignal,
): Promise<void> {
  while (!stopSignal?.aborted) {
    const dueFiles = await database.many<DueFile>(leaseText, [removalLeaseMs]);
    if (dueFiles.length === 0) return;
    const results = await Promise.allSettled(dueFiles.map((file) => removeFile(database, deps, file)));
    const failure = results.find((result) => result.status === "rejected");
    if (failure) throw failure.reason;
  }
}

async function removeFile(
  database: Database,
  { storage, listDerivedFiles }: FileRemovalDeps,
  { store_id, path, attempts }: DueFile,
): Promise<void> {
  if (isStoragePath(path))
    for (const removedPath of [path, ...listDerivedFiles(path)]) await storage.remove(removedPath);
  await database.query(releaseText, [store_id, path, attempts]);
  // The file is removed a second time, because a resized image that was being rendered may be stored in the meantime.
  if (attempts > 1) await database.query(deleteText, [store_id, path, attempts]);
}
