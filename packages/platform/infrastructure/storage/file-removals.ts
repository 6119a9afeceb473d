import type { Database, Queryable, Transaction } from "@souk/database";
import { type FileStorage, isStoragePath } from "./file-storage.ts";

/** The time in milliseconds within which a newly stored file must be in a record. */
const graceMs = 60 * 60_000;

/**
 * Announce files that are about to be stored, in a statement of its own. A file that no record keeps within
 * an hour is removed again, also when this process dies in between.
 */
export async function announceFiles(
  database: Queryable,
  storeId: number,
  paths: readonly string[],
): Promise<void> {
  const text = `
    insert into file_removals (store_id, path, due_at)
    select $1, path, clock_timestamp() + $3 * interval '1 ms' from unnest($2::text[]) as path`;
  await database.query(text, [storeId, [...paths], graceMs]);
}

/**
 * Keep announced files, in the transaction of the record that shows them.
 * @returns false when one of them was announced too long ago and is gone
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
 * Release files for removal, in the transaction of the record that showed them, or from a moment in time on.
 * @param afterMs how long the files still stay
 */
export async function releaseFiles(
  db: Queryable,
  storeId: number,
  { paths, afterMs = 0 }: { paths: readonly string[]; afterMs?: number },
): Promise<void> {
  const text = `
    insert into file_removals (store_id, path, due_at)
    select $1, path, clock_timestamp() + $3 * interval '1 ms' from unnest($2::text[]) as path
    on conflict (store_id, path) do update set due_at = excluded.due_at, attempts = 0`;
  await db.query(text, [storeId, [...paths], afterMs]);
}

interface DueFile {
  store_id: number;
  path: string;
  attempts: number;
}

// Whoever takes a file has an hour for it; then another one attempts again.
const takeText = `
  update file_removals r set attempts = r.attempts + 1, due_at = clock_timestamp() + $1 * interval '1 ms'
  from (
    select store_id, path from file_removals where due_at <= clock_timestamp()
    order by due_at limit 100 for update skip locked) due
  where r.store_id = due.store_id and r.path = due.path
  returning r.store_id, r.path, r.attempts`;

const forgetText = "delete from file_removals where store_id = $1 and path = $2 and attempts = $3";

/** The storage to sweep, and the derived files in it. */
export interface SweptStorage {
  storage: FileStorage;
  /** Return the paths of files that may have been made from a file. */
  made(path: string): readonly string[];
}

/**
 * Remove every file that is due, with the files made from it. Safe at any time and in several processes at
 * once: a file that could not be removed, or whose process died, is tried again an hour later.
 * @param stopping once it has fired, no further portion is begun
 * @throws the storage's first error, after the others of its portion were tried
 */
export async function sweepFiles(
  database: Database,
  swept: SweptStorage,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted) {
    const rows = await database.many<DueFile>(takeText, [graceMs]);
    if (rows.length === 0) return;
    const results = await Promise.allSettled(rows.map((file) => removeOne(database, swept, file)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }
}

async function removeOne(
  database: Database,
  { storage, made }: SweptStorage,
  { store_id, path, attempts }: DueFile,
): Promise<void> {
  if (isStoragePath(path)) for (const one of [path, ...made(path)]) await storage.remove(one);
  // A rendition that was being made is stored by the second time.
  if (attempts > 1) await database.query(forgetText, [store_id, path, attempts]);
}
