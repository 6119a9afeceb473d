import { type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { releaseFiles } from "../../infrastructure/storage/index.ts";
import { oneImport } from "./get-import.ts";
import { holdFew } from "./import-limit.ts";
import { getImportReader, writesAttributes } from "./import-owner.ts";
import { deleteErrors, deleteRecords, lockImport, noCounts, updateImport } from "./import-store.ts";
import { type ImportsDeps, importTask, keptMs } from "./imports-deps.ts";

/**
 * Confirm a checked import, so that its records are written after this transaction. Confirming it again
 * changes nothing.
 * @throws ApiError not_found; conflict while it is being checked, once it has failed or is cancelled, when
 *   its file is gone, and while five are under way
 */
export async function confirmImport(
  tx: Transaction,
  call: Call<typeof operations.confirmImport>,
  { jobs, clock }: ImportsDeps,
): Promise<JsonText> {
  const { id } = call.params;
  const of = { store_id: call.store.id, id };
  const owner = getImportReader(call);
  const { status, expires_at, path, attributes } = await lockImport(tx, owner, id);
  const answer = () => oneImport(tx, { ...call, query: {} });
  if (status === "running" || status === "done") return answer();
  if (status === "checking")
    throwApiError("conflict", {
      message: "The file is still being checked. Confirm the import once it is checked.",
    });
  if (status !== "checked")
    throwApiError("conflict", {
      message: `The import is ${status} and cannot be confirmed. Upload the file again.`,
    });
  if (expires_at.getTime() <= clock.now())
    throwApiError("conflict", { message: "The file was deleted after 7 days. Upload it again." });
  await holdFew(tx, owner);
  // From now on the file is needed until its last row is written, however late it was confirmed.
  await releaseFiles(tx, of.store_id, { paths: [path], afterMs: keptMs });
  await deleteErrors(tx, of);
  const begun = { status: "running", progress: 0, row_count: 0, result: noCounts } as const;
  // Another member than the uploader may confirm it: only what both may write is written.
  // guard: fields-confirmed without `: attributes && writesAttributes(call)`: customer-import.test.ts
  await updateImport(tx, of, { ...begun, attributes: attributes && writesAttributes(call) });
  await jobs.plan(tx, { store_id: of.store_id, task: importTask, record_id: id });
  return answer();
}

/**
 * Cancel an import before it is done; what is written already stays. Cancelling it again changes nothing.
 * @throws ApiError not_found; conflict once it is done or has failed
 */
export async function cancelImport(
  tx: Transaction,
  call: Call<typeof operations.cancelImport>,
  { jobs }: ImportsDeps,
): Promise<JsonText> {
  const { id } = call.params;
  const of = { store_id: call.store.id, id };
  // The job is locked first, as its steps do before they show their progress. An error releases it.
  await jobs.cancel(tx, { store_id: of.store_id, task: importTask, record_id: id });
  const { status, path } = await lockImport(tx, getImportReader(call), id);
  if (status === "done" || status === "failed")
    throwApiError("conflict", { message: `The import is ${status} and cannot be cancelled.` });
  if (status !== "cancelled") {
    await updateImport(tx, of, { status: "cancelled" });
    await deleteRecords(tx, of);
    await releaseFiles(tx, of.store_id, { paths: [path] });
  }
  return oneImport(tx, { ...call, query: {} });
}
