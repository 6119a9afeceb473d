import { type ImportableResource, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { announceFiles, keepFiles, releaseFiles } from "../../infrastructure/storage/index.ts";
import { oneImport } from "./get-import.ts";
import { assertBelowImportLimit, holdFew } from "./import-limit.ts";
import { assertWriting, getImportReader, writesAttributes } from "./import-owner.ts";
import { insertImport } from "./import-store.ts";
import { type ImportsDeps, importTask, keptMs } from "./imports-deps.ts";

type CreateCall = Call<typeof operations.createImport>;

/**
 * Store the file of an import, where no URL leads to it.
 * @returns its path
 * @throws ApiError scope_missing; conflict when too many imports are under way; invalid for an empty file
 */
export async function prepareImport(
  database: Database,
  call: CreateCall,
  deps: ImportsDeps,
): Promise<string> {
  const { upload, store } = call;
  assertWriting(call, getResource(call));
  if (upload.size === 0) throwFieldError("body", "required", {}, "Send the CSV file as the body.");
  await assertBelowImportLimit(database, getImportReader(call));
  // The files host gives out nothing of this ending.
  const path = `/imports/${deps.random(24)}.upload`;
  await announceFiles(database, store.id, [path]);
  await deps.storage.put(path, { file: upload.path }, "text/csv");
  return path;
}

function getResource({ query: { resource = "products" } }: CreateCall): ImportableResource {
  return resource;
}

/**
 * Insert the import; its file is checked after this transaction. @throws ApiError conflict; unavailable when
 * it took too long
 */
export async function createImport(
  tx: Transaction,
  { call, path }: { call: CreateCall; path: string },
  deps: ImportsDeps,
): Promise<JsonText> {
  const { store, upload, actor, request_id } = call;
  const resource = getResource(call);
  await holdFew(tx, getImportReader(call));
  if (!(await keepFiles(tx, store.id, [path]))) throwApiError("unavailable", { retry_after_s: 1 });
  await releaseFiles(tx, store.id, { paths: [path], afterMs: keptMs });
  const id = await insertImport(tx, {
    ...getImportReader(call),
    resource,
    filename: call.query.filename ?? `${resource}.csv`,
    size: upload.size,
    path,
    actor,
    request_id,
    attributes: writesAttributes(call),
    expires_at: new Date(deps.clock.now() + keptMs),
  });
  await deps.jobs.plan(tx, { store_id: store.id, task: importTask, record_id: id });
  return oneImport(tx, { ...call, params: { id }, query: {} });
}
