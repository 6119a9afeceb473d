import type { DocumentKind } from "./document-kind.ts";
import { type DocumentLine, isLineChanged } from "./line-columns.ts";

/** The columns of a document that a request sets, and the columns that are derived from them, by name. */
export type Header = Readonly<Record<string, string | number | Date | null>>;

/** A purchase order or a transfer, before or after a change. */
export interface StockDocument {
  status: string;
  header: Header;
  lines: readonly DocumentLine[];
}

/** A document in the database, which has an id and a number. */
export interface SavedDocument extends StockDocument {
  id: number;
  number: number;
}

/** Return whether two sets of lines are equal, regardless of their sequence. */
export function hasSameLines(before: readonly DocumentLine[], after: readonly DocumentLine[]): boolean {
  const linesBefore = new Map(before.map((line) => [line.id, line]));
  return (
    before.length === after.length &&
    after.every((line) => {
      const lineBefore = linesBefore.get(line.id);
      return lineBefore !== undefined && !isLineChanged(line, lineBefore);
    })
  );
}

/** Return whether a document's units that are not received yet are incoming at its destination. */
export function hasIncomingUnits({ status }: Pick<StockDocument, "status">): boolean {
  return status === "ordered" || status === "in_transit" || status === "partially_received";
}

/** Return the location id in a field of the header, or null if there is no such field or no location in it. */
export function getLocationId(header: Header, field: string | null): number | null {
  const id = field === null ? null : header[field];
  return typeof id === "number" ? id : null;
}

/** Return the currency of a document's cost prices, or null if the document has no cost prices. */
export function getDocumentCurrency({ currency_code }: Header): string | null {
  return typeof currency_code === "string" ? currency_code : null;
}

/** Build the reference with which a document's stock movements name it: the displayed number, such as PO-1001, and the id. */
export function buildLedgerReference(
  { numberPrefix, singular }: DocumentKind,
  { id, number }: SavedDocument,
) {
  const documentId = singular === "transfer" ? { transfer_id: id } : { purchase_order_id: id };
  return { reference: `${numberPrefix}${number}`, ...documentId };
}
