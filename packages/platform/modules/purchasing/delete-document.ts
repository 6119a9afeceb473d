import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordTombstones } from "../../record-tombstone.ts";
import type { Desk, OneDocumentCall } from "./desk.ts";
import { deleteRows, lockDocument } from "./document-store.ts";

/**
 * Deletes a document that holds no stock: a draft or a cancelled one. The ledger keeps what it did.
 * @throws Refusal not_found; conflict in every other state
 */
export async function deleteDocument(
  { kind }: Desk,
  tx: Transaction,
  { store, params: { id } }: OneDocumentCall,
): Promise<Record<string, never>> {
  const { status } = await lockDocument(tx, kind, { store_id: store.id, id });
  if (!kind.states.states[status]?.deletable) {
    const message = `This ${kind.called} is ${status.replaceAll("_", " ")}; only a draft or a cancelled one can be deleted.`;
    refuse("conflict", { message, fields: [{ path: "status", message: `is ${status}` }] });
  }
  await deleteRows(tx, kind, { store_id: store.id, id });
  await recordTombstones(tx, store.id, kind.plural, [id]);
  return {};
}
