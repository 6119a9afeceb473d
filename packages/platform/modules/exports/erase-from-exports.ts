import { laterThan, type Transaction } from "@souk/database";
import { releaseFiles } from "../../storage/index.ts";
import { holdBackExports } from "./erasure-lock.ts";
import { type ExportsWiring, exportTask } from "./exports-wiring.ts";
import { namedInFilters, type ToldBy } from "./named-in-filter.ts";

/** A customer who is erased, and who stood in their orders, as long as it is known who they are. */
export interface ErasedPeople {
  store_id: number;
  people: readonly ToldBy[];
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
  update exports r set path = null, expires_at = least(r.expires_at, $2), updated_at = ${laterThan("r.updated_at")}
  from written where r.store_id = $1 and r.id = written.id returning written.path`;

const failText = `
  update exports r set status = 'failed', error = 'It was asked for a customer who has been erased since.',
    updated_at = ${laterThan("r.updated_at")}
  where store_id = $1 and id = any($2) and status in ('queued', 'running')`;

const forgetText = `
  update exports r set filters = known.filters, updated_at = ${laterThan("r.updated_at")}
  from jsonb_to_recordset($2::jsonb) as known (id bigint, filters jsonb)
  where r.store_id = $1 and r.id = known.id`;

/**
 * Takes a customer out of the exports of a store, in the transaction that erases them: files with customers and orders are taken away,
 * those that are being written are written anew from its beginning, and filters that say who it was say so no more. One that
 * waits and was asked for this customer alone fails; one that was asked for a word of theirs keeps it, since it may mean others.
 */
export async function eraseFromExports(
  tx: Transaction,
  { store_id, people }: ErasedPeople,
  { jobs, clock }: Pick<ExportsWiring, "jobs" | "clock">,
): Promise<void> {
  await holdBackExports(tx, store_id);
  const asked = (await tx.query<AskedExport>(askedText, [store_id])).rows.map((made) => ({
    ...made,
    ...namedInFilters(made.filters, people),
  }));
  for (const { id, naming } of asked.filter(({ is_unfinished }) => is_unfinished)) {
    const job = { store_id, task: exportTask, record_id: id };
    // A run of it ends at its next step, and its file is no export's.
    await jobs.cancel(tx, job);
    if (naming !== "wholly") await jobs.plan(tx, job);
  }
  // Behind that: one that came to its end meanwhile has a file too.
  const written = await tx.query<{ path: string }>(closeText, [store_id, new Date(clock.now())]);
  await releaseFiles(tx, store_id, { paths: written.rows.map(({ path }) => path) });
  const named = asked.filter(
    ({ naming, is_unfinished }) => naming === "wholly" || (naming === "partly" && !is_unfinished),
  );
  await tx.query(failText, [store_id, named.map(({ id }) => id)]);
  const known = named.map(({ id, erased }) => ({ id, filters: erased }));
  await tx.query(forgetText, [store_id, JSON.stringify(known)]);
}
