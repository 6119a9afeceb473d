import { hasTransition } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import { carryOut } from "./carry-out.ts";
import type { OneDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import { rejectStep } from "./reject-step.ts";

/**
 * Cancel a document: units not received are no longer incoming, and are available again where they left from (INV-4).
 * @throws ApiError not_found; conflict when all of it was received
 */
export async function cancelDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: OneDocumentCall,
): Promise<JsonText> {
  const before = await lockDocument(tx, kind, { store_id: call.store.id, id: call.params.id });
  const status = "cancelled";
  const isNew = before.status !== status;
  if (isNew && !hasTransition(kind.states, before.status, status, "cancel"))
    rejectStep(kind, before, { to: status, by: "cancel" });
  const after = { ...before, status };
  return carryOut(kind, tx, { call, change: { before, after, reason: `${kind.called} cancelled` } });
}
