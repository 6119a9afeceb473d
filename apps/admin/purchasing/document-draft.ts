import { texts } from "../texts.ts";
import type { DocumentType, StockDocument } from "./stock-document.ts";

/** A line of a purchase order or transfer that is being edited. */
export interface DraftLine {
  /** The id of the line; undefined if it is not saved yet. */
  id?: number;
  variant_id: number;
  name: string;
  sku: string;
  /** The quantity; null if the input is empty. */
  quantity: number | null;
  /** The unit cost as entered; empty if unknown or for a transfer. */
  cost: string;
  /** The quantity that was already received. */
  received_quantity: number;
}

/** A purchase order or transfer that is being edited. `from` and `to` are the ids of the origin and the destination. */
export interface DocumentDraft {
  supplier: string;
  from: number | null;
  to: number | null;
  /** The expected day, YYYY-MM-DD in the store's time zone; empty if unknown. */
  expected: string;
  /** The expected arrival as it was saved, whose time of day may differ from 00:00; null if unknown. */
  expected_at: string | null;
  note: string;
  lines: readonly DraftLine[];
}

/**
 * Create the draft of a new purchase order or transfer.
 * @param to the id of the destination; null if none is selected
 */
export function createEmptyDraft(to: number | null): DocumentDraft {
  return { supplier: "", from: null, to, expected: "", expected_at: null, note: "", lines: [] };
}

/** Return a line's name: the product's name, followed by the variant's if it has one. */
export function getDocumentLineName(line: { product_name: string; variant_name: string | null }): string {
  return line.variant_name ? `${line.product_name}, ${line.variant_name}` : line.product_name;
}

/** Create a draft for editing a purchase order or transfer. */
export function toDraft(document: StockDocument): DocumentDraft {
  const isTransfer = "to_location_id" in document;
  return {
    supplier: isTransfer ? "" : document.supplier_name,
    from: isTransfer ? document.from_location_id : null,
    to: isTransfer ? document.to_location_id : document.location_id,
    // The API formats times in the store's time zone, so the first ten characters are the day in the store.
    expected: document.expected_at?.slice(0, 10) ?? "",
    expected_at: document.expected_at,
    note: document.note,
    lines: document.line_items.map((line) => ({
      id: line.id,
      variant_id: line.variant_id,
      name: getDocumentLineName(line),
      sku: line.sku,
      quantity: line.quantity,
      cost: "cost_price" in line ? (line.cost_price ?? "") : "",
      received_quantity: line.received_quantity,
    })),
  };
}

/** The errors of a draft, by the input at which each is shown. */
export interface DraftProblems {
  supplier?: string;
  from?: string;
  to?: string;
  expected?: string;
  note?: string;
  lines?: string;
  /** The errors of quantities, by variant id. */
  quantities: ReadonlyMap<number, string>;
  /** The errors of unit costs, by variant id. */
  costs: ReadonlyMap<number, string>;
}

const amountPattern = /^\d+([.]\d+)?$/;

/**
 * Validate a draft before it is saved.
 * @param options `isSent` says whether the document, once saved, is ordered or in transit, which requires lines
 */
export function validateDraft(
  draft: DocumentDraft,
  kind: { name: DocumentType },
  { isSent }: { isSent: boolean },
): DraftProblems {
  const words = texts.purchasing.problems;
  const quantities = new Map<number, string>();
  const costs = new Map<number, string>();
  for (const { variant_id, quantity, received_quantity, cost } of draft.lines) {
    if (cost.trim() !== "" && !amountPattern.test(cost.trim())) costs.set(variant_id, words.cost);
    if (quantity === null || quantity < 1) quantities.set(variant_id, words.quantity);
    else if (quantity < received_quantity)
      quantities.set(variant_id, words.below({ received: String(received_quantity) }));
  }
  const isTransfer = kind.name === "transfers";
  const hasSameLocations = isTransfer && draft.from !== null && draft.from === draft.to;
  return {
    ...(isTransfer && draft.from === null ? { from: words.from } : {}),
    ...(draft.to === null ? { to: words.to } : {}),
    ...(hasSameLocations ? { to: words.same } : {}),
    ...(isSent && draft.lines.length === 0 ? { lines: words.lines } : {}),
    quantities,
    costs,
  };
}

/** Return whether a draft has errors. */
export function hasProblems({ quantities, costs, ...singleFields }: DraftProblems): boolean {
  return Object.keys(singleFields).length > 0 || quantities.size > 0 || costs.size > 0;
}
