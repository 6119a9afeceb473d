import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { formatStatus } from "../../infrastructure/format-status.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { scheduleFileRemovals } from "../../infrastructure/storage/index.ts";
import { loadImport } from "./get-import.ts";
import { canWriteAttributes, getImportVisibility } from "./import-access.ts";
import { lockAndAssertBelowLimit } from "./import-limit.ts";
import { deleteErrors, deleteRecords, lockImport, updateImport, zeroCounts } from "./import-store.ts";
import { fileLifetimeMs, type ImportsDeps, importTask } from "./imports-deps.ts";

/**
 * Confirm a checked import, so that a job writes its records after this transaction. Confirming an already confirmed import has no effect.
 * @throws ApiError `not_found`; `conflict` if the import is still being checked, has failed or was canceled, if its file was deleted,
 *   or if too many imports are in progress
 */
export async function confirmImport(
  tx: Transaction,
  call: Call<typeof operations.confirmImport>,
  { jobs, clock }: ImportsDeps,
): Promise<JsonText> {
  const { id } = call.params;
  const importKey = { store_id: call.store.id, id };
  const visibility = getImportVisibility(call);
  const {
    status,
    expires_at,
    path,
    attributes: uploaderCanWriteAttributes,
  } = await lockImport(tx, visibility, id);
  const loadResponse = () => loadImport(tx, { ...call, query: {} });
  if (status === "running" || status === "done") return loadResponse();
  if (status === "checking")
    throwApiError("conflict", {
      message: "The file is still being checked. Confirm the import once it is checked.",
    });
  if (status !== "checked")
    throwApiError("conflict", {
      message: `The import is ${formatStatus(status)} and cannot be confirmed. Upload the file again.`,
    });
  if (expires_at.getTime() <= clock.now())
    throwApiError("conflict", { message: "The file was deleted after 7 days. Upload it again." });
  await lockAndAssertBelowLimit(tx, visibility);
  // Keep the file for another 7 days, because it is needed until its last row is written.
  await scheduleFileRemovals(tx, importKey.store_id, { paths: [path], afterMs: fileLifetimeMs });
  await deleteErrors(tx, importKey);
  const runningState = { status: "running", progress: 0, row_count: 0, result: zeroCounts } as const;
  // A member other than the uploader may confirm the import. Custom fields are written only if both members may write them.
  // guard fields-confirmed: without ` && canWriteAttributes(call)`, customer-import.test.ts fails
  const attributes = uploaderCanWriteAttributes && canWriteAttributes(call);
  await updateImport(tx, importKey, { ...runningState, attributes });
  await jobs.enqueue(tx, { store_id: importKey.store_id, task: importTask, record_id: id });
  return loadResponse();
}

/**
 * Cancel an import before it is done. Records that were already written are kept. Canceling a canceled import has no effect.
 * @throws ApiError `not_found`; `conflict` if the import is done or has failed
 */
export async function cancelImport(
  tx: Transaction,
  call: Call<typeof operations.cancelImport>,
  { jobs }: ImportsDeps,
): Promise<JsonText> {
  const { id } = call.params;
  const importKey = { store_id: call.store.id, id };
  // Lock the job before the import, as each step of the job does, so that no deadlock occurs. If an error is thrown below, the
  // transaction is rolled back, so the job is not canceled.
  await jobs.cancel(tx, { store_id: importKey.store_id, task: importTask, record_id: id });
  const { status, path } = await lockImport(tx, getImportVisibility(call), id);
  if (status === "done" || status === "failed")
    throwApiError("conflict", { message: `The import is ${status} and cannot be canceled.` });
  if (status !== "cancelled") {
    await updateImport(tx, importKey, { status: "cancelled" });
    await deleteRecords(tx, importKey);
    await scheduleFileRemovals(tx, importKey.store_id, { paths: [path] });
  }
  return loadImport(tx, { ...call, query: {} });
}
