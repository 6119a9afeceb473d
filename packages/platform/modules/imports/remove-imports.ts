import { type Database, laterThan, type Queryable } from "@souk/database";
import { releaseFiles } from "../../storage/index.ts";
import { type ImportsWiring, importTask } from "./imports-wiring.ts";

/** Ends what an app is importing, in the transaction that revokes its tokens (INS-16); what is written already stays. */
export async function removeImports(
  tx: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  { jobs }: Pick<ImportsWiring, "jobs">,
): Promise<void> {
  const unfinished =
    "store_id = $1 and installation_id = $2 and status in ('checking', 'checked', 'running')";
  const { rows } = await tx.query<{ id: number }>(`select id from imports where ${unfinished} order by id`, [
    store_id,
    installation_id,
  ]);
  for (const { id } of rows) await jobs.cancel(tx, { store_id, task: importTask, record_id: id });
  const ended = await tx.query<{ id: number; path: string }>(
    `update imports r set status = 'cancelled', error = 'The app was uninstalled.',
      updated_at = ${laterThan("r.updated_at")}
    where ${unfinished} returning id, path`,
    [store_id, installation_id],
  );
  await releaseFiles(tx, store_id, { paths: ended.rows.map(({ path }) => path) });
  await tx.query("delete from import_records where store_id = $1 and import_id = any($2)", [
    store_id,
    ended.rows.map(({ id }) => id),
  ]);
}

const forgottenMs = 90 * 86_400_000;

/** Forgets the imports of more than 90 days ago, with their errors. */
export async function forgetImports(database: Database, now: Date): Promise<void> {
  await database.query("delete from imports where created_at < $1", [new Date(now.getTime() - forgottenMs)]);
}
