import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Desk, DocumentCall } from "./desk.ts";
import { documentText, saveDocument } from "./document-store.ts";
import { saveLines } from "./line-store.ts";
import { moveStock } from "./move-stock.ts";
import { sameLines, type WrittenDocument } from "./stock-document.ts";

/** A change of a document that has been found right. */
export interface DocumentChange {
  before: WrittenDocument;
  after: WrittenDocument;
  /** What the ledger says of the stock that it moves. */
  reason: string;
}

function isSame(before: WrittenDocument, after: WrittenDocument): boolean {
  const head = ({ status, header }: WrittenDocument): string => JSON.stringify([status, header]);
  return head(before) === head(after) && sameLines(before.lines, after.lines);
}

/**
 * Writes a change of a locked document, moves the stock that follows from it and tells it; what is as it was writes
 * nothing and tells nothing.
 * @throws Refusal invalid naming each line that a stock is too small for
 */
export async function carryOut(
  desk: Desk,
  tx: Transaction,
  { call, change }: { call: DocumentCall; change: DocumentChange },
): Promise<JsonText> {
  const { kind } = desk;
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
  await moveStock(desk, tx, { store, cause: call, before, after, reason });
  return tell(desk, tx, { call, id, made: false });
}

/** Raises what a written document tells. @returns the document */
export async function tell(
  { kind, facts }: Desk,
  tx: Transaction,
  { call, id, made }: { call: DocumentCall; id: number; made: boolean },
): Promise<JsonText> {
  const { store } = call;
  const text = await documentText(tx, kind, { store, id });
  if (kind.told !== null)
    await facts.raise(tx, store, call, made ? kind.told.made : kind.told.changed, { id, text });
  return recordText(kind.singular, text);
}
