import type { DocumentKind } from "./document-kind.ts";

/** A line of a purchase order or a transfer. Names and SKU are copies of the variant's. */
export interface DocumentLine {
  /** The id; null until it is written. */
  id: number | null;
  variant_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  quantity: number;
  received_quantity: number;
  /** A decimal number without trailing zeros. */
  cost_price: string | null;
}

/** The columns of a document that a request sets, and their copies, by name. */
export type Header = Readonly<Record<string, string | number | Date | null>>;

/** A purchase order or a transfer, before or after a change. */
export interface StockDocument {
  status: string;
  header: Header;
  lines: readonly DocumentLine[];
}

/** A written document: it has an id and a number. */
export interface WrittenDocument extends StockDocument {
  id: number;
  number: number;
}

/** Return whether two sets of lines are equal, in any order. */
export function sameLines(before: readonly DocumentLine[], after: readonly DocumentLine[]): boolean {
  const said = (lines: readonly DocumentLine[]): string =>
    JSON.stringify(lines.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0)));
  return said(before) === said(after);
}

/** Return whether units are in transit. */
export function isOpen({ status }: Pick<StockDocument, "status">): boolean {
  return status === "ordered" || status === "in_transit" || status === "partially_received";
}

/** Return the location that a field of the header names. */
export function locationAt(header: Header, field: string | null): number | null {
  const id = field === null ? null : header[field];
  return typeof id === "number" ? id : null;
}

/** Return the currency of a document's cost prices; null where it has none. */
export function getDocumentCurrency({ currency_code }: Header): string | null {
  return typeof currency_code === "string" ? currency_code : null;
}

/** Return a movement's reference to its document: the displayed number, for example PO-1001, and the id. */
export function namedInLedger({ prefix, singular }: DocumentKind, { id, number }: WrittenDocument) {
  const by = singular === "transfer" ? { transfer_id: id } : { purchase_order_id: id };
  return { reference: `${prefix}${number}`, ...by };
}
