import { fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { formatStatus } from "../../infrastructure/format-status.ts";
import { recordTombstones } from "../../infrastructure/record-tombstone.ts";
import type { SingleDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { deleteDocumentRows, lockDocument } from "./document-store.ts";

/**
 * Delete a draft or a canceled document. The document's stock movements stay in the ledger.
 * @throws ApiError `not_found`; `conflict` in every other status
 */
export async function deleteDocument(
  kind: DocumentKind,
  tx: Transaction,
  { store, params: { id } }: SingleDocumentCall,
): Promise<Record<string, never>> {
  const { status } = await lockDocument(tx, kind, { store_id: store.id, id });
  if (!kind.states.states[status]?.isDeletable) {
    const message = `This ${kind.label} is ${formatStatus(status)}. Only a draft or canceled ${kind.label} can be deleted.`;
    throwApiError("conflict", { message, fields: [fieldError("status", "conflict", { current: status })] });
  }
  await deleteDocumentRows(tx, kind, { store_id: store.id, id });
  await recordTombstones(tx, store.id, kind.plural, [id]);
  return {};
}
