import { ApiError } from "@souk/client";
import type { FieldError } from "@souk/contract";
import { describeFieldError } from "@souk/ui/i18n";
import { texts } from "../texts.ts";
import { type DocumentDraft, type DraftProblems, getDocumentLineName } from "./document-draft.ts";
import type { StockDocument } from "./stock-document.ts";

/** The errors of a rejected request, as the form of a stock document shows them. */
export interface DraftErrors {
  problems: DraftProblems;
  /** The error that belongs to no input of the form; null if there is none. */
  otherError: unknown;
}

type DocumentField = Exclude<keyof DraftProblems, "quantities" | "costs">;

const inputsByApiField: Readonly<Record<string, DocumentField>> = {
  supplier_name: "supplier",
  location_id: "to",
  to_location_id: "to",
  from_location_id: "from",
  expected_at: "expected",
  note: "note",
  line_items: "lines",
};

const labels: Readonly<Record<DocumentField, string>> = {
  supplier: texts.purchasing.fields.supplier,
  to: texts.purchasing.fields.to,
  from: texts.purchasing.fields.from,
  expected: texts.purchasing.fields.expected,
  note: texts.purchasing.fields.note,
  lines: texts.purchasing.lines.title,
};

/**
 * Map the API's errors for a stock document to the inputs of the form. An error for `line_items.2.cost_price`, for
 * example, is shown at the unit cost of the third line.
 */
export function mapErrorsToDraft(error: unknown, { lines }: DocumentDraft): DraftErrors {
  const quantities = new Map<number, string>();
  const costs = new Map<number, string>();
  const documentErrors: Partial<Record<DocumentField, string>> = {};
  const fieldErrors = error instanceof ApiError ? error.fields : [];
  let unmappedCount = 0;
  for (const fieldError of fieldErrors) {
    const [name = "", index, lineField] = fieldError.path.split(".");
    const input = inputsByApiField[name];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (line) {
      const lineErrors = lineField === "cost_price" ? costs : quantities;
      lineErrors.set(line.variant_id, describeLineError(lineField, fieldError));
    } else if (input) documentErrors[input] = describeFieldError(fieldError, labels[input]);
    else unmappedCount += 1;
  }
  const isFullyMapped = fieldErrors.length > 0 && unmappedCount === 0;
  return { problems: { ...documentErrors, quantities, costs }, otherError: isFullyMapped ? null : error };
}

/** Describe which lines lack stock at the origin; undefined if the error has any other cause. */
export function describeShortage(error: unknown, { line_items }: StockDocument): string | undefined {
  const fields = error instanceof ApiError ? error.fields : [];
  const names = fields.flatMap(({ path, code }) => {
    const line = line_items[Number(path.split(".")[1])];
    return line && code === "insufficient_stock" ? [getDocumentLineName(line)] : [];
  });
  return names.length > 0 && names.length === fields.length
    ? texts.purchasing.problems.insufficientStockLines({ names: names.join("; ") })
    : undefined;
}

/** Return the message for an error of a line, for people who don't know the API. */
function describeLineError(field: string | undefined, error: FieldError): string {
  const { columns } = texts.purchasing;
  const words = texts.purchasing.problems;
  if (error.code === "insufficient_stock") return words.insufficientStock;
  if (field === "variant_id" && error.code === "not_found") return words.deleted;
  return describeFieldError(error, field === "cost_price" ? columns.cost : columns.quantity);
}
