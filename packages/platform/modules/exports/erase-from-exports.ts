import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { holdBackExports } from "./erasure-lock.ts";
import { type ExportsDeps, exportTask } from "./exports-deps.ts";
import { namedInFilters, type PersonIdentity } from "./named-in-filter.ts";

/** An erased customer, with the people in their orders, as long as their data is known. */
export interface ErasedPeople {
  store_id: number;
  people: readonly PersonIdentity[];
}

interface AskedExport {
  id: number;
  filters: Record<string, string>;
  is_unfinished: boolean;
}

const askedText = `
  select id, filters, status in ('queued', 'running') as is_unfinished from exports
  where store_id = $1 and resource in ('customers', 'orders') and (filters <> '{}' or status in ('queued', 'running')) order by id`;

const closeText = `
  with written as (
    select id, path from exports where store_id = $1 and resource in ('customers', 'orders') and path is not null)
  update exports r set path = null, expires_at = least(r.expires_at, $2), updated_at = ${monotonicUpdatedAt("r.updated_at")}
  from written where r.store_id = $1 and r.id = written.id returning written.path`;

const failText = `
  update exports r set status = 'failed', error = 'It was asked for a customer who has been erased since.',
    updated_at = ${monotonicUpdatedAt("r.updated_at")}
  where store_id = $1 and id = any($2) and status in ('queued', 'running')`;

const forgetText = `
  update exports r set filters = known.filters, updated_at = ${monotonicUpdatedAt("r.updated_at")}
  from jsonb_to_recordset($2::jsonb) as known (id bigint, filters jsonb)
  where r.store_id = $1 and r.id = known.id`;

/**
 * Remove a customer from the exports of a store, in the transaction of the erasure. Files with customers and
 * orders are deleted, running exports start again, and filters that identify the customer are erased. A
 * waiting export requested for this customer only fails; one requested for a word of theirs keeps it, since
 * it may mean others.
 */
export async function eraseFromExports(
  tx: Transaction,
  { store_id, people }: ErasedPeople,
  { jobs, clock }: Pick<ExportsDeps, "jobs" | "clock">,
): Promise<void> {
  await holdBackExports(tx, store_id);
  const asked = (await tx.many<AskedExport>(askedText, [store_id])).map((made) => ({
    ...made,
    ...namedInFilters(made.filters, people),
  }));
  for (const { id, naming } of asked.filter(({ is_unfinished }) => is_unfinished)) {
    const job = { store_id, task: exportTask, record_id: id };
    // A run of it ends at its next step, and its file is no export's.
    // guard: erased-run: export-run.test.ts then erased
    await jobs.cancel(tx, job);
    if (naming !== "wholly") await jobs.plan(tx, job);
  }
  // Behind that: one that came to its end meanwhile has a file too.
  const written = await tx.many<{ path: string }>(closeText, [store_id, new Date(clock.now())]);
  // guard: erased-files: erase-customer.test.ts an erasure deletes files with customers and ends checked imports of them
  await releaseFiles(tx, store_id, { paths: written.map(({ path }) => path) });
  // guard: shared-word with `naming === "partly"` for `(naming === "partly" && !is_unfinished)`: erase-customer.test.ts an erasure rewrites running exports and erases filters that name the customer
  const named = asked.filter(
    ({ naming, is_unfinished }) => naming === "wholly" || (naming === "partly" && !is_unfinished),
  );
  await tx.query(failText, [store_id, named.map(({ id }) => id)]);
  const known = named.map(({ id, erased }) => ({ id, filters: erased }));
  await tx.query(forgetText, [store_id, JSON.stringify(known)]);
}
