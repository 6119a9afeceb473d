import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { releaseFiles } from "../../storage/index.ts";
import { oneImport } from "./get-import.ts";
import { readerOf, writesAttributes } from "./import-owner.ts";
import { deleteErrors, forgetRecords, lockImport, noCounts, updateImport } from "./import-store.ts";
import { type ImportsWiring, importTask, keptMs } from "./imports-wiring.ts";
import { holdFew } from "./require-few.ts";

/**
 * Lets a checked import's records be written, after this transaction. Confirming it again changes nothing.
 * @throws Refusal not_found; conflict while it is checked, once it has failed or is cancelled, when its file is gone, and while five are under way
 */
export async function confirmImport(
  tx: Transaction,
  call: Call<typeof operations.confirmImport>,
  { jobs, clock }: ImportsWiring,
): Promise<JsonText> {
  const { id } = call.params;
  const of = { store_id: call.store.id, id };
  const owner = readerOf(call);
  const { status, expires_at, path, attributes } = await lockImport(tx, owner, id);
  const answer = () => oneImport(tx, { ...call, query: {} });
  if (status === "running" || status === "done") return answer();
  if (status === "checking") refuse("conflict", { message: "The file is still being checked." });
  if (status !== "checked")
    refuse("conflict", { message: `The import is ${status}; upload the file again.` });
  if (expires_at.getTime() <= clock.now())
    refuse("conflict", { message: "The file has been deleted after 7 days; upload it again." });
  await holdFew(tx, owner);
  // From now on the file is needed until its last row is written, however late it was confirmed.
  await releaseFiles(tx, of.store_id, { paths: [path], afterMs: keptMs });
  await deleteErrors(tx, of);
  const begun = { status: "running", progress: 0, row_count: 0, result: noCounts } as const;
  // Another of the shop's people may confirm it than has uploaded it: what is written, both may write.
  await updateImport(tx, of, { ...begun, attributes: attributes && writesAttributes(call) });
  await jobs.plan(tx, { store_id: of.store_id, task: importTask, record_id: id });
  return answer();
}

/**
 * Ends an import before it is done; what is written already stays. Cancelling it again changes nothing.
 * @throws Refusal not_found; conflict once it is done or has failed
 */
export async function cancelImport(
  tx: Transaction,
  call: Call<typeof operations.cancelImport>,
  { jobs }: ImportsWiring,
): Promise<JsonText> {
  const { id } = call.params;
  const of = { store_id: call.store.id, id };
  // The job first, as its steps do: they lock it before they show their progress. A refusal gives it back.
  await jobs.cancel(tx, { store_id: of.store_id, task: importTask, record_id: id });
  const { status, path } = await lockImport(tx, readerOf(call), id);
  if (status === "done" || status === "failed")
    refuse("conflict", { message: `The import is ${status} already.` });
  if (status !== "cancelled") {
    await updateImport(tx, of, { status: "cancelled" });
    await forgetRecords(tx, of);
    await releaseFiles(tx, of.store_id, { paths: [path] });
  }
  return oneImport(tx, { ...call, query: {} });
}
