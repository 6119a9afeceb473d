import type { FieldError } from "@souk/contract";
import type { DocumentLine } from "./stock-document.ts";

/** A line as it is sent, its amount read. */
export interface SentLine {
  id?: number;
  variant_id?: number;
  quantity?: number;
  /** Undefined: as it was, or the variant's own on a new line. */
  cost_price?: string | null | undefined;
}

/** What a line copies of its variant. */
export interface VariantCopy {
  product_name: string;
  variant_name: string | null;
  sku: string;
  /** Null also where the document's currency is not the store's. */
  cost_price: string | null;
}

export interface PlannedLines {
  /** In the order sent. */
  lines: DocumentLine[];
  faults: FieldError[];
}

/** The line that a sent one stands for: by its id, or else by its variant. */
function keptLine(before: readonly DocumentLine[], sent: SentLine): DocumentLine | undefined {
  return sent.id === undefined
    ? before.find(({ variant_id }) => variant_id === sent.variant_id)
    : before.find(({ id }) => id === sent.id);
}

function keep(line: DocumentLine, sent: SentLine, fault: (field: string, message: string) => void) {
  const { received_quantity: received } = line;
  if (sent.variant_id !== undefined && sent.variant_id !== line.variant_id)
    fault("variant_id", "cannot be changed; take the line away and add another");
  if (sent.quantity !== undefined && sent.quantity < received)
    fault("quantity", `is less than the ${received} that were received`);
  const { quantity = line.quantity, cost_price = line.cost_price } = sent;
  return { ...line, quantity, cost_price };
}

function make(
  sent: SentLine,
  copies: ReadonlyMap<number, VariantCopy>,
  fault: (field: string, message: string) => void,
): DocumentLine | null {
  const { id, variant_id, quantity } = sent;
  const copy = variant_id === undefined ? undefined : copies.get(variant_id);
  if (id !== undefined) fault("id", "is no line of it");
  else if (variant_id === undefined) fault("variant_id", "is required on a new line");
  else if (copy === undefined) fault("variant_id", "is no variant of this store");
  else if (quantity === undefined) fault("quantity", "is required on a new line");
  if (id !== undefined || variant_id === undefined || copy === undefined || quantity === undefined)
    return null;
  const cost_price = sent.cost_price === undefined ? copy.cost_price : sent.cost_price;
  return { id: null, variant_id, ...copy, quantity, received_quantity: 0, cost_price };
}

/**
 * The lines of a document once those sent have taken the place of those it has: one a variant, and none that takes back
 * what was received.
 * @param copies of the variants that are there
 */
export function planLines(
  before: readonly DocumentLine[],
  sent: readonly SentLine[],
  copies: ReadonlyMap<number, VariantCopy>,
): PlannedLines {
  const faults: FieldError[] = [];
  const taken = new Set<number>();
  const lines = sent.flatMap((line, at) => {
    const fault = (field: string, message: string): void =>
      void faults.push({ path: `line_items.${at}.${field}`, message });
    const kept = keptLine(before, line);
    const planned = kept ? keep(kept, line, fault) : make(line, copies, fault);
    if (planned === null) return [];
    if (taken.has(planned.variant_id))
      fault(line.id === undefined ? "variant_id" : "id", "stands for the same line as another one");
    taken.add(planned.variant_id);
    return [planned];
  });
  const lost = before.filter(
    ({ variant_id, received_quantity }) => received_quantity > 0 && !taken.has(variant_id),
  );
  for (const { id, received_quantity: received } of lost)
    faults.push({ path: "line_items", message: `leaves out line ${id}, of which ${received} were received` });
  return { lines, faults };
}
