import { type FieldError, type FieldProblem, fieldError, fieldProblem } from "@souk/contract";
import type { DocumentLine } from "./line-columns.ts";

/** A line of a request, with its cost as the database stores it. */
export interface RequestLine {
  id?: number;
  variant_id?: number;
  quantity?: number;
  /** The cost; undefined to keep the current cost, or to use the variant's cost on a new line. */
  cost_price?: string | null | undefined;
}

/**
 * The fields of a variant that are copied to a line. The cost is null if the variant has none, or if the document's currency is
 * not the store's.
 */
export type VariantCopy = Pick<DocumentLine, "product_name" | "variant_name" | "sku" | "cost_price">;

export interface LinesResult {
  /** The lines, in the sequence of the request. */
  lines: DocumentLine[];
  errors: FieldError[];
}

/** Find the current line that a line of the request refers to, by its id or, without an id, by its variant. */
function findCurrentLine(
  currentLines: readonly DocumentLine[],
  requestLine: RequestLine,
): DocumentLine | undefined {
  return requestLine.id === undefined
    ? currentLines.find(({ variant_id }) => variant_id === requestLine.variant_id)
    : currentLines.find(({ id }) => id === requestLine.id);
}

function updateLine(
  line: DocumentLine,
  requestLine: RequestLine,
  addError: (field: string, problem: FieldProblem) => void,
): DocumentLine {
  const { received_quantity: received } = line;
  if (requestLine.variant_id !== undefined && requestLine.variant_id !== line.variant_id)
    addError(
      "variant_id",
      fieldProblem("not_allowed", {}, "{field} cannot be changed. Remove the line and add another line."),
    );
  if (requestLine.quantity !== undefined && requestLine.quantity < received)
    addError(
      "quantity",
      fieldProblem(
        "out_of_range",
        { min: received },
        `{field} must be at least ${received}, the number of units already received.`,
      ),
    );
  const { quantity = line.quantity, cost_price = line.cost_price } = requestLine;
  return { ...line, quantity, cost_price };
}

function createLine(
  requestLine: RequestLine,
  copies: ReadonlyMap<number, VariantCopy>,
  addError: (field: string, problem: FieldProblem) => void,
): DocumentLine | null {
  const { id, variant_id, quantity } = requestLine;
  const copy = variant_id === undefined ? undefined : copies.get(variant_id);
  if (id !== undefined) addError("id", fieldProblem("not_found", { resource: "line_item", of: "document" }));
  else if (variant_id === undefined)
    addError("variant_id", fieldProblem("required", {}, "{field} is required for a line that is added."));
  else if (copy === undefined) addError("variant_id", fieldProblem("not_found", { resource: "variant" }));
  else if (quantity === undefined)
    addError("quantity", fieldProblem("required", {}, "{field} is required for a line that is added."));
  if (id !== undefined || variant_id === undefined || copy === undefined || quantity === undefined)
    return null;
  const cost_price = requestLine.cost_price === undefined ? copy.cost_price : requestLine.cost_price;
  return { id: null, variant_id, ...copy, quantity, received_quantity: 0, cost_price };
}

/**
 * Replace the lines of a document with the lines of a request. A line of the request that refers to a current line
 * updates it, and current lines that are not in the request are removed. Each variant can be on only one line, and no
 * line can have fewer units than were received.
 * @param copies the fields of existing variants, by variant id
 */
export function replaceLines(
  currentLines: readonly DocumentLine[],
  requestLines: readonly RequestLine[],
  copies: ReadonlyMap<number, VariantCopy>,
): LinesResult {
  const errors: FieldError[] = [];
  const variantIds = new Set<number>();
  const lines = requestLines.flatMap((requestLine, index) => {
    const addError = (field: string, problem: FieldProblem): void =>
      void errors.push({ path: `line_items.${index}.${field}`, ...problem });
    const currentLine = findCurrentLine(currentLines, requestLine);
    const line = currentLine
      ? updateLine(currentLine, requestLine, addError)
      : createLine(requestLine, copies, addError);
    if (line === null) return [];
    if (variantIds.has(line.variant_id))
      addError(requestLine.id === undefined ? "variant_id" : "id", fieldProblem("not_unique"));
    variantIds.add(line.variant_id);
    return [line];
  });
  const removedReceivedLines = currentLines.filter(
    ({ variant_id, received_quantity }) => received_quantity > 0 && !variantIds.has(variant_id),
  );
  for (const { id, received_quantity: received } of removedReceivedLines)
    errors.push(
      fieldError(
        "line_items",
        "not_allowed",
        {},
        `{field} must contain line ${id}, because ${received} of its units were received.`,
      ),
    );
  return { lines, errors };
}
