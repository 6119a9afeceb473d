import { fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordTombstones } from "../../infrastructure/record-tombstone.ts";
import type { OneDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { deleteRows, lockDocument } from "./document-store.ts";

/**
 * Delete a document that holds no stock: a draft or a cancelled one. Its movements stay in the ledger.
 * @throws ApiError not_found; conflict in every other state
 */
export async function deleteDocument(
  kind: DocumentKind,
  tx: Transaction,
  { store, params: { id } }: OneDocumentCall,
): Promise<Record<string, never>> {
  const { status } = await lockDocument(tx, kind, { store_id: store.id, id });
  if (!kind.states.states[status]?.isDeletable) {
    const message = `This ${kind.called} is ${status.replaceAll("_", " ")}. Only a draft or cancelled ${kind.called} can be deleted.`;
    throwApiError("conflict", { message, fields: [fieldError("status", "conflict", { current: status })] });
  }
  await deleteRows(tx, kind, { store_id: store.id, id });
  await recordTombstones(tx, store.id, kind.plural, [id]);
  return {};
}
