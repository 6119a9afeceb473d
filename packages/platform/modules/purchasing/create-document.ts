import { type FieldError, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import { primaryLocation } from "../inventory/index.ts";
import { tell } from "./carry-out.ts";
import { checkPlaces } from "./check-places.ts";
import { type Desk, type DocumentBody, type DocumentCall, mostFaults } from "./desk.ts";
import { insertDocument } from "./document-store.ts";
import { saveLines } from "./line-store.ts";
import { moveStock } from "./move-stock.ts";
import { readHeader } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import { currencyOf, type Header } from "./stock-document.ts";

/** What a document is without what is sent. */
async function emptyHeader({ kind }: Desk, tx: Transaction, call: DocumentCall): Promise<Header> {
  const common = { expected_at: null, note: "" };
  if (kind.from !== null) return common;
  const { store } = call;
  const location_id = await primaryLocation(tx, store);
  return { ...common, supplier_name: "", location_id, currency_code: store.currency_code };
}

/** Sending a document off needs lines. */
export function emptyFault(lines: readonly unknown[]): FieldError[] {
  return lines.length > 0 ? [] : [{ path: "line_items", message: "must not be empty, unless it is a draft" }];
}

/**
 * Makes a purchase order or a transfer: a draft, or one that is sent off at once, which moves stock (INV-4).
 * @throws Refusal invalid naming each field and line that is wrong
 */
export async function createDocument(
  desk: Desk,
  tx: Transaction,
  call: DocumentCall<DocumentBody>,
): Promise<JsonText> {
  const { kind } = desk;
  const { store, body } = call;
  const { status = "draft" } = body;
  const placing = status === kind.sent;
  const read = readHeader(kind, {
    before: await emptyHeader(desk, tx, call),
    sent: body as Readonly<Record<string, unknown>>,
    store,
  });
  const { header, faults: placeFaults } = await checkPlaces(tx, kind, {
    store,
    header: read.header,
    placing,
  });
  const sent = body.line_items ?? [];
  const currency = currencyOf(header);
  const { lines, faults: lineFaults } = await readLines(tx, { store, before: [], sent, currency });
  const faults = [...read.faults, ...placeFaults, ...lineFaults, ...(placing ? emptyFault(sent) : [])];
  if (faults.length > 0) refuse("invalid", { fields: faults.slice(0, mostFaults) });
  const { id, number } = await insertDocument(tx, kind, {
    store_id: store.id,
    document: { status, header, lines },
  });
  await saveLines(tx, kind, { store_id: store.id, document_id: id, before: [], after: lines });
  const after = { id, number, status, header, lines };
  await moveStock(desk, tx, { store, cause: call, before: null, after, reason: kind.sentReason });
  return tell(desk, tx, { call, id, made: true });
}
