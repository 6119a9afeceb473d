import { type ImportableResource, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { assertWithinQuota } from "../../infrastructure/quotas/index.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { keepFiles, registerPendingFiles, scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { loadImport } from "./get-import.ts";
import { assertCanWrite, canWriteAttributes, getImportVisibility } from "./import-access.ts";
import { assertBelowImportLimit, lockAndAssertBelowLimit } from "./import-limit.ts";
import { insertImport } from "./import-store.ts";
import { fileLifetimeMs, type ImportsDeps, importTask } from "./imports-deps.ts";

type CreateCall = Call<typeof operations.createImport>;

/**
 * Store the uploaded file of an import. The stored file has no URL.
 * @returns the path in storage
 * @throws ApiError `scope_missing`, `right_missing`; `conflict` if too many imports are in progress; `invalid` for an empty file;
 *   `quota_exceeded`; `storage_full`
 */
export async function storeUpload(database: Database, call: CreateCall, deps: ImportsDeps): Promise<string> {
  const { upload, store } = call;
  assertCanWrite(call, getResource(call));
  if (upload.size === 0) throwFieldError("body", "required", {}, "Send the CSV file as the body.");
  await assertBelowImportLimit(database, getImportVisibility(call));
  // The files host does not serve files with this extension.
  const path = `/imports/${deps.random(24)}.upload`;
  await registerPendingFiles(database, store.id, [{ path, size: upload.size }]);
  try {
    await deps.storage.put(path, { file: upload.path }, "text/csv");
  } catch (error) {
    // If scheduling the removal fails too, the pending file is removed after an hour.
    await scheduleFileRemovals(database, store.id, { paths: [path] }).catch(() => undefined);
    throw error;
  }
  return path;
}

function getResource({ query: { resource = "products" } }: CreateCall): ImportableResource {
  return resource;
}

/**
 * Insert an import, and enqueue the job that checks the import's file once this transaction has committed.
 * @throws ApiError `conflict` if too many imports are in progress; `unavailable` if the upload took too long;
 *   `quota_exceeded`
 */
export async function createImport(
  tx: Transaction,
  { call, path }: { call: CreateCall; path: string },
  deps: ImportsDeps,
): Promise<JsonText> {
  const { store, upload, actor, request_id } = call;
  const resource = getResource(call);
  await lockAndAssertBelowLimit(tx, getImportVisibility(call));
  if (!(await keepFiles(tx, store.id, [path]))) throwApiError("unavailable", { retry_after_s: 1 });
  await scheduleFileRemovals(tx, store.id, {
    paths: [path],
    size: upload.size,
    afterMs: fileLifetimeMs,
  });
  const id = await insertImport(tx, {
    ...getImportVisibility(call),
    resource,
    filename: call.query.filename ?? `${resource}.csv`,
    size: upload.size,
    path,
    actor,
    request_id,
    attributes: canWriteAttributes(call),
    expires_at: new Date(deps.clock.now() + fileLifetimeMs),
  });
  for (const quota of ["unconfirmed_imports", "file_bytes"] as const)
    await assertWithinQuota(tx, store.id, quota);
  await deps.jobs.enqueue(tx, { store_id: store.id, task: importTask, record_id: id });
  return loadImport(tx, { ...call, params: { id }, query: {} });
}
