import type { Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { DocumentCall } from "./document-call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { documentText, saveDocument } from "./document-store.ts";
import { saveLines } from "./line-store.ts";
import { moveStock } from "./move-stock.ts";
import { sameLines, type WrittenDocument } from "./stock-document.ts";

/** A checked change of a document. */
export interface DocumentChange {
  before: WrittenDocument;
  after: WrittenDocument;
  /** The reason in the ledger for the stock that it moves. */
  reason: string;
}

function isSame(before: WrittenDocument, after: WrittenDocument): boolean {
  const head = ({ status, header }: WrittenDocument): string => JSON.stringify([status, header]);
  return head(before) === head(after) && sameLines(before.lines, after.lines);
}

/**
 * Write a change of a locked document, move the stock that follows from it and publish it; an unchanged document
 * writes nothing and publishes nothing.
 * @throws ApiError invalid naming each line with too little stock
 */
export async function carryOut(
  kind: DocumentKind,
  tx: Transaction,
  { call, change }: { call: DocumentCall; change: DocumentChange },
): Promise<JsonText> {
  const { store } = call;
  const { before, after, reason } = change;
  const { id } = after;
  if (isSame(before, after)) return recordText(kind.singular, await documentText(tx, kind, { store, id }));
  await saveLines(tx, kind, {
    store_id: store.id,
    document_id: id,
    before: before.lines,
    after: after.lines,
  });
  await saveDocument(tx, kind, { store_id: store.id, document: after });
  await moveStock(kind, tx, { store, cause: call, before, after, reason });
  return publishDocument(kind, tx, { call, id, made: false });
}

/** Publish the event of a written document. @returns the document */
export async function publishDocument(
  kind: DocumentKind,
  tx: Transaction,
  { call, id, made }: { call: DocumentCall; id: number; made: boolean },
): Promise<JsonText> {
  const { store } = call;
  const text = await documentText(tx, kind, { store, id });
  if (kind.topics !== null)
    await events.publish(tx, call, made ? kind.topics.create : kind.topics.update, { id, snapshot: text });
  return recordText(kind.singular, text);
}
