import { ApiError } from "@souk/client";
import type { FieldError } from "@souk/contract";
import { describeFieldError } from "@souk/ui/i18n";
import { texts } from "../texts.ts";
import { type DocumentDraft, type DraftProblems, lineName } from "./document-draft.ts";
import type { StockDocument } from "./stock-document.ts";

/** A rejection as the form of a document shows it. */
export interface DraftErrors {
  problems: DraftProblems;
  /** The error that belongs to nothing that the form shows; null: none. */
  rest: unknown;
}

type Single = Exclude<keyof DraftProblems, "quantities" | "costs">;

const places: Readonly<Record<string, Single>> = {
  supplier_name: "supplier",
  location_id: "to",
  to_location_id: "to",
  from_location_id: "from",
  expected_at: "expected",
  note: "note",
  line_items: "lines",
};

const labels: Readonly<Record<Single, string>> = {
  supplier: texts.purchasing.fields.supplier,
  to: texts.purchasing.fields.to,
  from: texts.purchasing.fields.from,
  expected: texts.purchasing.fields.expected,
  note: texts.purchasing.fields.note,
  lines: texts.purchasing.lines.title,
};

/** Map the platform's errors on a document to its inputs: line 3's cost to the cost of the third line. */
export function placeErrors(error: unknown, { lines }: DocumentDraft): DraftErrors {
  const quantities = new Map<number, string>();
  const costs = new Map<number, string>();
  const single: Partial<Record<Single, string>> = {};
  const known = error instanceof ApiError ? error.fields : [];
  let placed = 0;
  for (const wrong of known) {
    const [name = "", at, field] = wrong.path.split(".");
    const place = places[name];
    const line = at === undefined ? undefined : lines[Number(at)];
    if (line) (field === "cost_price" ? costs : quantities).set(line.variant_id, lineWords(field, wrong));
    else if (place) single[place] = describeFieldError(wrong, labels[place]);
    else continue;
    placed += 1;
  }
  const isWhole = known.length > 0 && placed === known.length;
  return { problems: { ...single, quantities, costs }, rest: isWhole ? null : error };
}

/** List the lines of a document that lack stock; undefined if it is rejected for another reason. */
export function shortageWords(error: unknown, { line_items }: StockDocument): string | undefined {
  const fields = error instanceof ApiError ? error.fields : [];
  const short = fields.flatMap(({ path, code }) => {
    const line = line_items[Number(path.split(".")[1])];
    return line && code === "insufficient_stock" ? [lineName(line)] : [];
  });
  return short.length > 0 && short.length === fields.length
    ? texts.purchasing.problems.insufficientStockLines({ names: short.join("; ") })
    : undefined;
}

/** Describe a line's error for people who do not know the API. */
function lineWords(field: string | undefined, error: FieldError): string {
  const { problems, columns } = texts.purchasing;
  if (error.code === "insufficient_stock") return problems.insufficientStock;
  if (field === "variant_id" && error.code === "not_found") return problems.deleted;
  return describeFieldError(error, field === "cost_price" ? columns.cost : columns.quantity);
}
