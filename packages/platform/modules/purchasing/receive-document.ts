import { type FieldError, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import { carryOut } from "./carry-out.ts";
import { type Desk, mostFaults, type OneDocumentCall } from "./desk.ts";
import { lockDocument } from "./document-store.ts";
import { refuseStep } from "./refuse-step.ts";
import type { DocumentLine, WrittenDocument } from "./stock-document.ts";

interface Receipt {
  line_items?: readonly { id: number; quantity: number }[];
}

/**
 * Counts units as received: they are no longer incoming and available where they came to (INV-4). Units of a variant that
 * was deleted are counted and move no stock.
 * @throws Refusal not_found; conflict for a draft and a cancelled one; invalid naming each line of which fewer are left
 */
export async function receiveDocument(
  desk: Desk,
  tx: Transaction,
  call: OneDocumentCall<Receipt>,
): Promise<JsonText> {
  const { kind } = desk;
  const before = await lockDocument(tx, kind, { store_id: call.store.id, id: call.params.id });
  const isDone = before.status === "received";
  const mayReceive = kind.states.transitions.some(
    ({ from, by }) => from === before.status && by === "receive",
  );
  if (!isDone && !mayReceive) refuseStep(kind, before, { to: "received", by: "receive" });
  const lines = receivedLines(before, call.body);
  const all = lines.every(({ quantity, received_quantity }) => quantity === received_quantity);
  const status = all ? "received" : "partially_received";
  const after: WrittenDocument = { ...before, status, lines };
  return carryOut(desk, tx, { call, change: { before, after, reason: `${kind.called} received` } });
}

/** The lines after a receipt; without lines of its own it is of all that is left. */
function receivedLines({ lines }: WrittenDocument, { line_items }: Receipt): DocumentLine[] {
  if (line_items === undefined) return lines.map((line) => ({ ...line, received_quantity: line.quantity }));
  const come = new Map<number, number>();
  const faults = line_items.flatMap(({ id, quantity }, at): FieldError[] => {
    const line = lines.find((each) => each.id === id);
    const fault = (field: string, message: string) => [{ path: `line_items.${at}.${field}`, message }];
    if (line === undefined) return fault("id", "is no line of it");
    if (come.has(id)) return fault("id", "stands for the same line as another one");
    come.set(id, quantity);
    const left = line.quantity - line.received_quantity;
    return quantity <= left ? [] : fault("quantity", `is more than the ${left} that are left to come`);
  });
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, mostFaults) });
  return lines.map((line) => ({
    ...line,
    received_quantity: line.received_quantity + (come.get(line.id ?? 0) ?? 0),
  }));
}
