import { type Database, monotonicUpdatedAt, type Queryable } from "@souk/database";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { type ImportsDeps, importTask } from "./imports-deps.ts";

/**
 * Cancel an app's unfinished imports, in the transaction that revokes the app's tokens (INS-16). Records that were already written
 * are kept.
 */
export async function cancelAppImports(
  tx: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  { jobs }: Pick<ImportsDeps, "jobs">,
): Promise<void> {
  const unfinishedCondition =
    "store_id = $1 and installation_id = $2 and status in ('checking', 'checked', 'running')";
  const rows = await tx.many<{ id: number }>(
    `select id from imports where ${unfinishedCondition} order by id`,
    [store_id, installation_id],
  );
  for (const { id } of rows) await jobs.cancel(tx, { store_id, task: importTask, record_id: id });
  const canceledImports = await tx.many<{ id: number; path: string }>(
    `update imports r set status = 'cancelled', error = 'The app was uninstalled.',
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where ${unfinishedCondition} returning id, path`,
    [store_id, installation_id],
  );
  await scheduleFileRemovals(tx, store_id, { paths: canceledImports.map(({ path }) => path) });
  await tx.query("delete from import_records where store_id = $1 and import_id = any($2)", [
    store_id,
    canceledImports.map(({ id }) => id),
  ]);
}

/** How long imports are kept, in milliseconds: 90 days. */
const retentionMs = 90 * 86_400_000;

/** Delete imports that are older than 90 days, with their errors. */
export async function deleteOldImports(database: Database, now: Date): Promise<void> {
  await database.query("delete from imports where created_at < $1", [new Date(now.getTime() - retentionMs)]);
}
