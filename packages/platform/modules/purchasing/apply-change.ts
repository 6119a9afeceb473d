import type { Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { changeStock } from "./change-stock.ts";
import type { DocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { loadDocumentText, saveDocument } from "./document-store.ts";
import { saveLines } from "./line-store.ts";
import { hasSameLines, type SavedDocument } from "./stock-document.ts";

/** A validated change of a stock document, such as a purchase order or a transfer. */
export interface DocumentChange {
  before: SavedDocument;
  after: SavedDocument;
  /** The reason that the ledger shows for the stock movements. */
  reason: string;
}

function isUnchanged(before: SavedDocument, after: SavedDocument): boolean {
  const serialize = ({ status, header }: SavedDocument): string => JSON.stringify([status, header]);
  return serialize(before) === serialize(after) && hasSameLines(before.lines, after.lines);
}

/**
 * Write a change of a locked document, change the stock accordingly, and publish the change. If the document does not
 * change, nothing is written or published.
 * @throws ApiError `invalid` for each line with too little stock
 * @returns the document as JSON
 */
export async function applyChange(
  kind: DocumentKind,
  tx: Transaction,
  { call, change }: { call: DocumentCall; change: DocumentChange },
): Promise<JsonText> {
  const { store } = call;
  const { before, after, reason } = change;
  const { id } = after;
  if (isUnchanged(before, after))
    return wrapRecord(kind.singular, await loadDocumentText(tx, kind, { store, id }));
  await saveLines(tx, kind, {
    store_id: store.id,
    document_id: id,
    before: before.lines,
    after: after.lines,
  });
  await saveDocument(tx, kind, { store_id: store.id, document: after });
  await changeStock(kind, tx, { store, cause: call, before, after, reason });
  return publishDocumentEvent(kind, tx, { call, id, isNew: false });
}

/** Publish the event about a document that was written, if documents of its kind have webhook topics. @returns the document as JSON */
export async function publishDocumentEvent(
  kind: DocumentKind,
  tx: Transaction,
  { call, id, isNew }: { call: DocumentCall; id: number; isNew: boolean },
): Promise<JsonText> {
  const { store } = call;
  const text = await loadDocumentText(tx, kind, { store, id });
  if (kind.topics !== null)
    await events.publish(tx, call, isNew ? kind.topics.create : kind.topics.update, { id, snapshot: text });
  return wrapRecord(kind.singular, text);
}
