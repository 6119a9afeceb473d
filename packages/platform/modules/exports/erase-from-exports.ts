import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { blockNewExports } from "./erasure-lock.ts";
import { type ExportsDeps, exportTask } from "./exports-deps.ts";
import { matchAndEraseFilters, type PersonIdentity } from "./match-filters.ts";

/** The identities of an erased customer and of the people in the customer's orders, as stored before the erasure. */
export interface ErasedPeople {
  store_id: number;
  people: readonly PersonIdentity[];
}

interface ExportFilters {
  id: number;
  filters: Record<string, string>;
  is_unfinished: boolean;
}

const selectText = `
  select id, filters, status in ('queued', 'running') as is_unfinished from exports
  where store_id = $1 and resource in ('customers', 'orders') and (filters <> '{}' or status in ('queued', 'running')) order by id`;

const deleteFilesText = `
  with with_file as (
    select id, path from exports where store_id = $1 and resource in ('customers', 'orders') and path is not null)
  update exports r set path = null, expires_at = least(r.expires_at, $2), updated_at = ${monotonicUpdatedAt("r.updated_at")}
  from with_file where r.store_id = $1 and r.id = with_file.id returning with_file.path`;

const failText = `
  update exports r set status = 'failed', error = 'The export was requested for a customer whose data has since been erased.',
    updated_at = ${monotonicUpdatedAt("r.updated_at")}
  where store_id = $1 and id = any($2) and status in ('queued', 'running')`;

const eraseFiltersText = `
  update exports r set filters = erased.filters, updated_at = ${monotonicUpdatedAt("r.updated_at")}
  from jsonb_to_recordset($2::jsonb) as erased (id bigint, filters jsonb)
  where r.store_id = $1 and r.id = erased.id`;

/**
 * Remove a customer from the exports of a store, in the transaction of the erasure. Files with customers or orders are deleted,
 * unfinished exports start again, and filters that identify the customer are erased. An unfinished export whose filters identify
 * only this customer fails. An unfinished export whose filters contain just a word of the customer's name, or a few digits of the
 * phone number, keeps its filters, because they may match other customers, too.
 */
export async function eraseFromExports(
  tx: Transaction,
  { store_id, people }: ErasedPeople,
  { jobs, clock }: Pick<ExportsDeps, "jobs" | "clock">,
): Promise<void> {
  await blockNewExports(tx, store_id);
  const exports = (await tx.many<ExportFilters>(selectText, [store_id])).map((row) => ({
    ...row,
    ...matchAndEraseFilters(row.filters, people),
  }));
  for (const { id, match } of exports.filter(({ is_unfinished }) => is_unfinished)) {
    const job = { store_id, task: exportTask, record_id: id };
    // If a run is writing the export's file, the run ends at its next step and deletes the file.
    // guard erased-run: without it, export-run.test.ts fails at `is erased during an export`
    await jobs.cancel(tx, job);
    if (match !== "full") await jobs.enqueue(tx, job);
  }
  // Select the files after canceling the jobs, because an export that was completed meanwhile has a file, too.
  const exportsWithFile = await tx.many<{ path: string }>(deleteFilesText, [store_id, new Date(clock.now())]);
  // guard erased-files: without it, erase-customer.test.ts fails at `erasing a customer deletes export files with customers and cancels imports that have not started yet`
  await scheduleFileRemovals(tx, store_id, { paths: exportsWithFile.map(({ path }) => path) });
  // guard shared-word: with `match === "partial"` instead of `(match === "partial" && !is_unfinished)`, erase-customer.test.ts fails at `erasing a customer restarts running exports and erases the customer's data from export filters`
  const identifyingExports = exports.filter(
    ({ match, is_unfinished }) => match === "full" || (match === "partial" && !is_unfinished),
  );
  await tx.query(failText, [store_id, identifyingExports.map(({ id }) => id)]);
  const redactedExports = identifyingExports.map(({ id, erasedFilters }) => ({ id, filters: erasedFilters }));
  await tx.query(eraseFiltersText, [store_id, JSON.stringify(redactedExports)]);
}
