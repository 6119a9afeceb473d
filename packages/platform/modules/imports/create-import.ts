import { type ImportableResource, type operations, refuse, refuseField } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { announceFiles, keepFiles, releaseFiles } from "../../storage/index.ts";
import { oneImport } from "./get-import.ts";
import { readerOf, requireWriting, writesAttributes } from "./import-owner.ts";
import { insertImport } from "./import-store.ts";
import { type ImportsWiring, importTask, keptMs } from "./imports-wiring.ts";
import { holdFew, requireFew } from "./require-few.ts";

type CreateCall = Call<typeof operations.createImport>;

/**
 * Puts the file into the storage, where no address leads to it.
 * @returns its path
 * @throws Refusal scope_missing; conflict when too many imports are under way; invalid for a file without a byte
 */
export async function prepareImport(
  database: Database,
  call: CreateCall,
  wiring: ImportsWiring,
): Promise<string> {
  const { upload, store } = call;
  requireWriting(call, resourceOf(call));
  if (upload.size === 0) refuseField("body", "is empty; send the CSV file as the body");
  await requireFew(database, readerOf(call));
  // The files host gives out nothing of this ending.
  const path = `/imports/${wiring.random(24)}.upload`;
  await announceFiles(database, store.id, [path]);
  await wiring.storage.put(path, { file: upload.path }, "text/csv");
  return path;
}

function resourceOf({ query: { resource = "products" } }: CreateCall): ImportableResource {
  return resource;
}

/** Notes the import; its file is checked after this transaction. @throws Refusal conflict; unavailable when it took too long */
export async function createImport(
  tx: Transaction,
  { call, path }: { call: CreateCall; path: string },
  wiring: ImportsWiring,
): Promise<JsonText> {
  const { store, upload, actor, request_id } = call;
  const resource = resourceOf(call);
  await holdFew(tx, readerOf(call));
  if (!(await keepFiles(tx, store.id, [path]))) refuse("unavailable", { retry_after_s: 1 });
  await releaseFiles(tx, store.id, { paths: [path], afterMs: keptMs });
  const id = await insertImport(tx, {
    ...readerOf(call),
    resource,
    filename: call.query.filename ?? `${resource}.csv`,
    size: upload.size,
    path,
    actor,
    request_id,
    attributes: writesAttributes(call),
    expires_at: new Date(wiring.clock.now() + keptMs),
  });
  await wiring.jobs.plan(tx, { store_id: store.id, task: importTask, record_id: id });
  return oneImport(tx, { ...call, params: { id }, query: {} });
}
