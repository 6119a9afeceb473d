import { type FieldError, type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import { carryOut } from "./carry-out.ts";
import { maxErrors, type OneDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import { rejectStep } from "./reject-step.ts";
import type { DocumentLine, WrittenDocument } from "./stock-document.ts";

interface Receipt {
  line_items?: readonly { id: number; quantity: number }[];
}

/**
 * Receive units: they are no longer incoming, and available where they arrived (INV-4). Units of a deleted variant
 * are counted and move no stock.
 * @throws ApiError not_found; conflict for a draft and a cancelled one; invalid naming each line of which fewer are
 *   left
 */
export async function receiveDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: OneDocumentCall<Receipt>,
): Promise<JsonText> {
  const before = await lockDocument(tx, kind, { store_id: call.store.id, id: call.params.id });
  const isDone = before.status === "received";
  const mayReceive = kind.states.transitions.some(
    ({ from, trigger: by }) => from === before.status && by === "receive",
  );
  if (!isDone && !mayReceive) rejectStep(kind, before, { to: "received", by: "receive" });
  const lines = receivedLines(before, call.body);
  const all = lines.every(({ quantity, received_quantity }) => quantity === received_quantity);
  const status = all ? "received" : "partially_received";
  const after: WrittenDocument = { ...before, status, lines };
  return carryOut(kind, tx, { call, change: { before, after, reason: `${kind.called} received` } });
}

/** Compute the lines after a receipt; a receipt without lines receives all that is left. */
function receivedLines({ lines }: WrittenDocument, { line_items }: Receipt): DocumentLine[] {
  if (line_items === undefined) return lines.map((line) => ({ ...line, received_quantity: line.quantity }));
  const come = new Map<number, number>();
  const errors = line_items.flatMap(({ id, quantity }, index): FieldError[] => {
    const line = lines.find((documentLine) => documentLine.id === id);
    const buildErrors = (field: string, problem: FieldProblem) => [
      { path: `line_items.${index}.${field}`, ...problem },
    ];
    if (line === undefined)
      return buildErrors("id", fieldProblem("not_found", { resource: "line_item", of: "document" }));
    if (come.has(id)) return buildErrors("id", fieldProblem("not_unique"));
    come.set(id, quantity);
    const left = line.quantity - line.received_quantity;
    return quantity <= left
      ? []
      : buildErrors(
          "quantity",
          fieldProblem(
            "out_of_range",
            { max: left },
            `{field} must be at most ${left}, the units still to come.`,
          ),
        );
  });
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  return lines.map((line) => ({
    ...line,
    received_quantity: line.received_quantity + (come.get(line.id ?? 0) ?? 0),
  }));
}
