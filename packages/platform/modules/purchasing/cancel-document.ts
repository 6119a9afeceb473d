import { isDrawn } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import { carryOut } from "./carry-out.ts";
import type { Desk, OneDocumentCall } from "./desk.ts";
import { lockDocument } from "./document-store.ts";
import { refuseStep } from "./refuse-step.ts";

/**
 * Ends a document: what had not come is no longer incoming, and is available again where it left from (INV-4).
 * @throws Refusal not_found; conflict when all of it was received
 */
export async function cancelDocument(desk: Desk, tx: Transaction, call: OneDocumentCall): Promise<JsonText> {
  const { kind } = desk;
  const before = await lockDocument(tx, kind, { store_id: call.store.id, id: call.params.id });
  const status = "cancelled";
  const isNew = before.status !== status;
  if (isNew && !isDrawn(kind.states, before.status, status, "cancel"))
    refuseStep(kind, before, { to: status, by: "cancel" });
  const after = { ...before, status };
  return carryOut(desk, tx, { call, change: { before, after, reason: `${kind.called} cancelled` } });
}
