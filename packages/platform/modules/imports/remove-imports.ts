import { type Database, monotonicUpdatedAt, type Queryable } from "@souk/database";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { type ImportsDeps, importTask } from "./imports-deps.ts";

/**
 * End an app's imports, in the transaction that revokes its tokens (INS-16); what is written already stays.
 */
export async function removeImports(
  tx: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  { jobs }: Pick<ImportsDeps, "jobs">,
): Promise<void> {
  const unfinished =
    "store_id = $1 and installation_id = $2 and status in ('checking', 'checked', 'running')";
  const rows = await tx.many<{ id: number }>(`select id from imports where ${unfinished} order by id`, [
    store_id,
    installation_id,
  ]);
  for (const { id } of rows) await jobs.cancel(tx, { store_id, task: importTask, record_id: id });
  const ended = await tx.many<{ id: number; path: string }>(
    `update imports r set status = 'cancelled', error = 'The app was uninstalled.',
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where ${unfinished} returning id, path`,
    [store_id, installation_id],
  );
  await releaseFiles(tx, store_id, { paths: ended.map(({ path }) => path) });
  await tx.query("delete from import_records where store_id = $1 and import_id = any($2)", [
    store_id,
    ended.map(({ id }) => id),
  ]);
}

const retentionMs = 90 * 86_400_000;

/** Delete the imports of more than 90 days ago, with their errors. */
export async function deleteOldImports(database: Database, now: Date): Promise<void> {
  await database.query("delete from imports where created_at < $1", [new Date(now.getTime() - retentionMs)]);
}
