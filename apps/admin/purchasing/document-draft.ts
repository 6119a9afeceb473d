import { texts } from "../texts.ts";
import type { DocumentName, StockDocument } from "./stock-document.ts";

export interface DraftLine {
  /** The id of a saved line. */
  id?: number;
  variant_id: number;
  name: string;
  sku: string;
  /** The quantity; null: the field is empty. */
  quantity: number | null;
  cost: string;
  received: number;
}

/** A purchase order or a transfer that is being edited. */
export interface DocumentDraft {
  supplier: string;
  from: number | null;
  to: number | null;
  /** A day, YYYY-MM-DD in the store's time; empty: unknown. */
  expected: string;
  /** The saved instant, which may have a time of day. */
  expected_at: string | null;
  note: string;
  lines: readonly DraftLine[];
}

export function emptyDraft(to: number | null): DocumentDraft {
  return { supplier: "", from: null, to, expected: "", expected_at: null, note: "", lines: [] };
}

/** Return a line's name: product and variant. */
export function lineName(line: { product_name: string; variant_name: string | null }): string {
  return line.variant_name ? `${line.product_name}, ${line.variant_name}` : line.product_name;
}

export function toDraft(document: StockDocument): DocumentDraft {
  const isTransfer = "to_location_id" in document;
  return {
    supplier: isTransfer ? "" : document.supplier_name,
    from: isTransfer ? document.from_location_id : null,
    to: isTransfer ? document.to_location_id : document.location_id,
    // The API writes instants in the store's offset, so their first ten characters are the store's day.
    expected: document.expected_at?.slice(0, 10) ?? "",
    expected_at: document.expected_at,
    note: document.note,
    lines: document.line_items.map((line) => ({
      id: line.id,
      variant_id: line.variant_id,
      name: lineName(line),
      sku: line.sku,
      quantity: line.quantity,
      cost: "cost_price" in line ? (line.cost_price ?? "") : "",
      received: line.received_quantity,
    })),
  };
}

/** The errors of a draft, by the place where each is shown. */
export interface DraftProblems {
  supplier?: string;
  from?: string;
  to?: string;
  expected?: string;
  note?: string;
  lines?: string;
  /** The quantity errors by variant. */
  quantities: ReadonlyMap<number, string>;
  /** The cost errors by variant. */
  costs: ReadonlyMap<number, string>;
}

const amount = /^\d+([.]\d+)?$/;

/** Check what can be checked before anything is sent. */
export function validateDraft(
  draft: DocumentDraft,
  kind: { name: DocumentName },
  isSent: boolean,
): DraftProblems {
  const { problems } = texts.purchasing;
  const quantities = new Map<number, string>();
  const costs = new Map<number, string>();
  for (const { variant_id, quantity, received, cost } of draft.lines) {
    if (cost.trim() !== "" && !amount.test(cost.trim())) costs.set(variant_id, problems.cost);
    if (quantity === null || quantity < 1) quantities.set(variant_id, problems.quantity);
    else if (quantity < received) quantities.set(variant_id, problems.below({ received: String(received) }));
  }
  const isTransfer = kind.name === "transfers";
  const isSame = isTransfer && draft.from !== null && draft.from === draft.to;
  return {
    ...(isTransfer && draft.from === null ? { from: problems.from } : {}),
    ...(draft.to === null ? { to: problems.to } : isSame ? { to: problems.same } : {}),
    ...(isSent && draft.lines.length === 0 ? { lines: problems.lines } : {}),
    quantities,
    costs,
  };
}

export function hasProblems({ quantities, costs, ...single }: DraftProblems): boolean {
  return Object.keys(single).length > 0 || quantities.size > 0 || costs.size > 0;
}
