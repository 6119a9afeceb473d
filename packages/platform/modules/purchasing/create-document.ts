import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { loadPrimaryLocationId } from "../inventory/index.ts";
import { publishDocumentEvent } from "./apply-change.ts";
import { changeStock } from "./change-stock.ts";
import { lockAndCheckLocations } from "./check-locations.ts";
import { type DocumentBody, type DocumentCall, maxErrors } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { insertDocument } from "./document-store.ts";
import { saveLines } from "./line-store.ts";
import { readHeader } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import { getDocumentCurrency, type Header } from "./stock-document.ts";

/** Build the header of a new document with default values. */
async function buildDefaultHeader(kind: DocumentKind, tx: Transaction, call: DocumentCall): Promise<Header> {
  const sharedFields = { expected_at: null, note: "" };
  if (kind.originField !== null) return sharedFields;
  const { store } = call;
  const location_id = await loadPrimaryLocationId(tx, store);
  return { ...sharedFields, supplier_name: "", location_id, currency_code: store.currency_code };
}

/** Return a list with an error if a document that is to be ordered or sent has no lines; otherwise an empty list. */
export function findMissingLinesErrors(kind: DocumentKind, lines: readonly unknown[]): FieldError[] {
  return lines.length > 0
    ? []
    : [
        fieldError(
          "line_items",
          "too_few",
          { min: 1 },
          `{field} must have at least 1 entry unless the ${kind.label} is a draft.`,
        ),
      ];
}

/**
 * Create a purchase order or a transfer, either as a draft, or as a document that is ordered or sent immediately and
 * changes stock (INV-4).
 * @throws ApiError `invalid` for each invalid field and line
 */
export async function createDocument(
  kind: DocumentKind,
  tx: Transaction,
  call: DocumentCall<DocumentBody>,
): Promise<JsonText> {
  const { store, body } = call;
  const { status = "draft" } = body;
  const isSending = status === kind.sentStatus;
  const headerResult = readHeader(kind, {
    current: await buildDefaultHeader(kind, tx, call),
    body: body as Readonly<Record<string, unknown>>,
    store,
  });
  const { header, errors: locationErrors } = await lockAndCheckLocations(tx, kind, {
    store,
    header: headerResult.header,
    isSending,
  });
  const requestLines = body.line_items ?? [];
  const currency = getDocumentCurrency(header);
  const { lines, errors: lineErrors } = await readLines(tx, {
    store,
    currentLines: [],
    requestLines,
    currency,
  });
  const errors = [
    ...headerResult.errors,
    ...locationErrors,
    ...lineErrors,
    ...(isSending ? findMissingLinesErrors(kind, requestLines) : []),
  ];
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  const { id, number } = await insertDocument(tx, kind, {
    store_id: store.id,
    document: { status, header, lines },
  });
  await saveLines(tx, kind, { store_id: store.id, document_id: id, before: [], after: lines });
  const after = { id, number, status, header, lines };
  await changeStock(kind, tx, { store, cause: call, before: null, after, reason: kind.sendReason });
  return publishDocumentEvent(kind, tx, { call, id, isNew: true });
}
