import { type FieldError, type FieldProblem, fieldError, fieldProblem } from "@souk/contract";
import type { DocumentLine } from "./stock-document.ts";

/** A line as it is sent, with its amount read. */
export interface SentLine {
  id?: number;
  variant_id?: number;
  quantity?: number;
  /** The cost; undefined: unchanged, or the variant's own on a new line. */
  cost_price?: string | null | undefined;
}

/** The fields that a line copies of its variant. */
export interface VariantCopy {
  product_name: string;
  variant_name: string | null;
  sku: string;
  /** The variant's cost; null also where the document's currency is not the store's. */
  cost_price: string | null;
}

export interface PlannedLines {
  /** The lines, in the order sent. */
  lines: DocumentLine[];
  errors: FieldError[];
}

/** Find the existing line that a sent one matches: by its id, or else by its variant. */
function keptLine(before: readonly DocumentLine[], sent: SentLine): DocumentLine | undefined {
  return sent.id === undefined
    ? before.find(({ variant_id }) => variant_id === sent.variant_id)
    : before.find(({ id }) => id === sent.id);
}

function keep(line: DocumentLine, sent: SentLine, addError: (field: string, problem: FieldProblem) => void) {
  const { received_quantity: received } = line;
  if (sent.variant_id !== undefined && sent.variant_id !== line.variant_id)
    addError(
      "variant_id",
      fieldProblem("not_allowed", {}, "{field} cannot be changed. Remove the line and add another."),
    );
  if (sent.quantity !== undefined && sent.quantity < received)
    addError(
      "quantity",
      fieldProblem(
        "out_of_range",
        { min: received },
        `{field} must be at least ${received}, the units already received.`,
      ),
    );
  const { quantity = line.quantity, cost_price = line.cost_price } = sent;
  return { ...line, quantity, cost_price };
}

function make(
  sent: SentLine,
  copies: ReadonlyMap<number, VariantCopy>,
  addError: (field: string, problem: FieldProblem) => void,
): DocumentLine | null {
  const { id, variant_id, quantity } = sent;
  const copy = variant_id === undefined ? undefined : copies.get(variant_id);
  if (id !== undefined) addError("id", fieldProblem("not_found", { resource: "line_item", of: "document" }));
  else if (variant_id === undefined)
    addError("variant_id", fieldProblem("required", {}, "{field} is required on a new line."));
  else if (copy === undefined) addError("variant_id", fieldProblem("not_found", { resource: "variant" }));
  else if (quantity === undefined)
    addError("quantity", fieldProblem("required", {}, "{field} is required on a new line."));
  if (id !== undefined || variant_id === undefined || copy === undefined || quantity === undefined)
    return null;
  const cost_price = sent.cost_price === undefined ? copy.cost_price : sent.cost_price;
  return { id: null, variant_id, ...copy, quantity, received_quantity: 0, cost_price };
}

/**
 * Plan the lines of a document after the sent ones replace the existing ones: one a variant, and none below its
 * received quantity.
 * @param copies of the variants that exist
 */
export function planLines(
  before: readonly DocumentLine[],
  sent: readonly SentLine[],
  copies: ReadonlyMap<number, VariantCopy>,
): PlannedLines {
  const errors: FieldError[] = [];
  const taken = new Set<number>();
  const lines = sent.flatMap((line, index) => {
    const addError = (field: string, problem: FieldProblem): void =>
      void errors.push({ path: `line_items.${index}.${field}`, ...problem });
    const kept = keptLine(before, line);
    const planned = kept ? keep(kept, line, addError) : make(line, copies, addError);
    if (planned === null) return [];
    if (taken.has(planned.variant_id))
      addError(line.id === undefined ? "variant_id" : "id", fieldProblem("not_unique"));
    taken.add(planned.variant_id);
    return [planned];
  });
  const lost = before.filter(
    ({ variant_id, received_quantity }) => received_quantity > 0 && !taken.has(variant_id),
  );
  for (const { id, received_quantity: received } of lost)
    errors.push(
      fieldError(
        "line_items",
        "not_allowed",
        {},
        `{field} must contain line ${id}, of which ${received} were received.`,
      ),
    );
  return { lines, errors };
}
