import { type Database, monotonicUpdatedAt, type Queryable } from "@souk/database";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { type ExportsDeps, exportTask } from "./exports-deps.ts";

/**
 * End an app's exports, in the transaction that revokes the app's tokens (INS-16). Unfinished exports fail, and the files of all the
 * app's exports are deleted.
 */
export async function endAppExports(
  tx: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  { jobs, clock }: Pick<ExportsDeps, "jobs" | "clock">,
): Promise<void> {
  const appKey = [store_id, installation_id];
  const unfinishedExports = await tx.many<{ id: number }>(
    `select id from exports where store_id = $1 and installation_id = $2 and status in ('queued', 'running')
    order by id`,
    appKey,
  );
  for (const { id } of unfinishedExports)
    await jobs.cancel(tx, { store_id, task: exportTask, record_id: id });
  // Select the files after canceling the jobs, because an export that was completed meanwhile has a file, too.
  const exportsWithFile = await tx.many<{ path: string }>(
    "select path from exports where store_id = $1 and installation_id = $2 and path is not null",
    appKey,
  );
  await scheduleFileRemovals(tx, store_id, { paths: exportsWithFile.map(({ path }) => path) });
  await tx.query(
    `update exports r set path = null, expires_at = least(expires_at, $3), updated_at = ${monotonicUpdatedAt("r.updated_at")},
      status = case when status = 'done' then status else 'failed' end,
      error = case when status = 'done' then error else 'The app was uninstalled.' end
    where store_id = $1 and installation_id = $2`,
    [...appKey, new Date(clock.now())],
  );
}

const maxExportAgeMs = 90 * 86_400_000;

/** Delete exports that are older than 90 days. Their files were deleted earlier. */
export async function deleteOldExports(database: Database, now: Date): Promise<void> {
  await database.query("delete from exports where created_at < $1", [
    new Date(now.getTime() - maxExportAgeMs),
  ]);
}
