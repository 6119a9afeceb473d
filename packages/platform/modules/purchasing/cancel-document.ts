import { hasTransition } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { applyChange } from "./apply-change.ts";
import type { SingleDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import { throwTransitionConflict } from "./throw-transition-conflict.ts";

/**
 * Cancel a purchase order or a transfer. Units that were not received are no longer incoming. If the document is a
 * transfer, these units become available again at the location that the transfer ships from (INV-4).
 * @throws ApiError `not_found`; `conflict` if all units were received
 */
export async function cancelDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: SingleDocumentCall,
): Promise<JsonText> {
  const before = await lockDocument(tx, kind, { store_id: call.store.id, id: call.params.id });
  const status = "cancelled";
  const isChanged = before.status !== status;
  if (isChanged && !hasTransition(kind.states, before.status, status, "cancel"))
    throwTransitionConflict(kind, before, { status, trigger: "cancel" });
  const after = { ...before, status };
  return applyChange(kind, tx, { call, change: { before, after, reason: `${kind.label} cancelled` } });
}
