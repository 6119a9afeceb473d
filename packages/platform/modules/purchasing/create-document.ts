import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import { primaryLocation } from "../inventory/index.ts";
import { publishDocument } from "./carry-out.ts";
import { checkPlaces } from "./check-places.ts";
import { type DocumentBody, type DocumentCall, maxErrors } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { insertDocument } from "./document-store.ts";
import { saveLines } from "./line-store.ts";
import { moveStock } from "./move-stock.ts";
import { readHeader } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import { getDocumentCurrency, type Header } from "./stock-document.ts";

/** Build the header of a document with only default values. */
async function emptyHeader(kind: DocumentKind, tx: Transaction, call: DocumentCall): Promise<Header> {
  const common = { expected_at: null, note: "" };
  if (kind.from !== null) return common;
  const { store } = call;
  const location_id = await primaryLocation(tx, store);
  return { ...common, supplier_name: "", location_id, currency_code: store.currency_code };
}

/** Return an error when a document to be sent has no lines. */
export function findEmptyErrors(kind: DocumentKind, lines: readonly unknown[]): FieldError[] {
  return lines.length > 0
    ? []
    : [
        fieldError(
          "line_items",
          "too_few",
          { min: 1 },
          `{field} must have at least 1 entry unless the ${kind.called} is a draft.`,
        ),
      ];
}

/**
 * Create a purchase order or a transfer: a draft, or one that is sent at once, which moves stock (INV-4).
 * @throws ApiError invalid naming each invalid field and line
 */
export async function createDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: DocumentCall<DocumentBody>,
): Promise<JsonText> {
  const { store, body } = call;
  const { status = "draft" } = body;
  const placing = status === kind.sent;
  const read = readHeader(kind, {
    before: await emptyHeader(kind, tx, call),
    sent: body as Readonly<Record<string, unknown>>,
    store,
  });
  const { header, errors: locationErrors } = await checkPlaces(tx, kind, {
    store,
    header: read.header,
    placing,
  });
  const sent = body.line_items ?? [];
  const currency = getDocumentCurrency(header);
  const { lines, errors: lineErrors } = await readLines(tx, { store, before: [], sent, currency });
  const errors = [
    ...read.errors,
    ...locationErrors,
    ...lineErrors,
    ...(placing ? findEmptyErrors(kind, sent) : []),
  ];
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  const { id, number } = await insertDocument(tx, kind, {
    store_id: store.id,
    document: { status, header, lines },
  });
  await saveLines(tx, kind, { store_id: store.id, document_id: id, before: [], after: lines });
  const after = { id, number, status, header, lines };
  await moveStock(kind, tx, { store, cause: call, before: null, after, reason: kind.sentReason });
  return publishDocument(kind, tx, { call, id, made: true });
}
