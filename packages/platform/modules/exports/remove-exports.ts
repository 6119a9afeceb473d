import { type Database, monotonicUpdatedAt, type Queryable } from "@souk/database";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { type ExportsDeps, exportTask } from "./exports-deps.ts";

/**
 * End an app's exports, in the transaction that revokes its tokens (INS-16): unfinished ones are not written,
 * and the files are deleted.
 */
export async function removeExports(
  tx: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  { jobs, clock }: Pick<ExportsDeps, "jobs" | "clock">,
): Promise<void> {
  const own = [store_id, installation_id];
  const unfinished = await tx.many<{ id: number }>(
    `select id from exports where store_id = $1 and installation_id = $2 and status in ('queued', 'running')
    order by id`,
    own,
  );
  for (const { id } of unfinished) await jobs.cancel(tx, { store_id, task: exportTask, record_id: id });
  // Read behind that: one that came to its end meanwhile has a file too.
  const written = await tx.many<{ path: string }>(
    "select path from exports where store_id = $1 and installation_id = $2 and path is not null",
    own,
  );
  await releaseFiles(tx, store_id, { paths: written.map(({ path }) => path) });
  await tx.query(
    `update exports r set path = null, expires_at = least(expires_at, $3), updated_at = ${monotonicUpdatedAt("r.updated_at")},
      status = case when status = 'done' then status else 'failed' end,
      error = case when status = 'done' then error else 'The app was uninstalled.' end
    where store_id = $1 and installation_id = $2`,
    [...own, new Date(clock.now())],
  );
}

const forgottenMs = 90 * 86_400_000;

/** Delete the exports of more than 90 days ago, whose files were deleted before. */
export async function deleteExports(database: Database, now: Date): Promise<void> {
  await database.query("delete from exports where created_at < $1", [new Date(now.getTime() - forgottenMs)]);
}
