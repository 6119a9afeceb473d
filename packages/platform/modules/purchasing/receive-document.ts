import { type FieldError, type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { applyChange } from "./apply-change.ts";
import { maxErrors, type SingleDocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { lockDocument } from "./document-store.ts";
import type { DocumentLine } from "./line-columns.ts";
import type { SavedDocument } from "./stock-document.ts";
import { throwTransitionConflict } from "./throw-transition-conflict.ts";

/** The body of a request to receive units. Without lines, all incoming units are received. */
interface Receipt {
  line_items?: readonly { id: number; quantity: number }[];
}

/**
 * Receive units of a purchase order or a transfer. Received units are no longer incoming, but available at the destination
 * (INV-4). Units of a deleted variant are added to `received_quantity`, but do not change stock.
 * @throws ApiError `not_found`; `conflict` if the document is a draft or canceled; `invalid` for each line that
 *   would receive more units than are incoming
 */
export async function receiveDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: SingleDocumentCall<Receipt>,
): Promise<JsonText> {
  const before = await lockDocument(tx, kind, { store_id: call.store.id, id: call.params.id });
  const isReceived = before.status === "received";
  const canReceive = kind.states.transitions.some(
    ({ from, trigger }) => from === before.status && trigger === "receive",
  );
  if (!isReceived && !canReceive)
    throwTransitionConflict(kind, before, { status: "received", trigger: "receive" });
  const lines = buildReceivedLines(before, call.body);
  const isComplete = lines.every(({ quantity, received_quantity }) => quantity === received_quantity);
  const status = isComplete ? "received" : "partially_received";
  const after: SavedDocument = { ...before, status, lines };
  return applyChange(kind, tx, { call, change: { before, after, reason: `${kind.label} received` } });
}

/** Build the lines of a document after a receipt. @throws ApiError `invalid` for each invalid line of the receipt */
function buildReceivedLines({ lines }: SavedDocument, { line_items }: Receipt): DocumentLine[] {
  if (line_items === undefined) return lines.map((line) => ({ ...line, received_quantity: line.quantity }));
  const receivedUnits = new Map<number, number>();
  const errors = line_items.flatMap(({ id, quantity }, index): FieldError[] => {
    const line = lines.find((documentLine) => documentLine.id === id);
    const buildErrors = (field: string, problem: FieldProblem) => [
      { path: `line_items.${index}.${field}`, ...problem },
    ];
    if (line === undefined)
      return buildErrors("id", fieldProblem("not_found", { resource: "line_item", of: "document" }));
    if (receivedUnits.has(id)) return buildErrors("id", fieldProblem("not_unique"));
    receivedUnits.set(id, quantity);
    const incoming = line.quantity - line.received_quantity;
    return quantity <= incoming
      ? []
      : buildErrors(
          "quantity",
          fieldProblem(
            "out_of_range",
            { max: incoming },
            `{field} must be at most ${incoming}, the number of units not yet received.`,
          ),
        );
  });
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  return lines.map((line) => ({
    ...line,
    received_quantity: line.received_quantity + (receivedUnits.get(line.id ?? 0) ?? 0),
  }));
}
