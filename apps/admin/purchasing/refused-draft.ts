import { ApiError } from "@souk/client";
import { type DocumentDraft, type DraftProblems, lineName } from "./document-draft.ts";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

/** A refusal as the form of a document shows it. */
export interface RefusedDraft {
  problems: DraftProblems;
  /** What is over nothing that the form shows; null: nothing. */
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
  supplier: strings.fields.supplier,
  to: strings.fields.to,
  from: strings.fields.from,
  expected: strings.fields.expected,
  note: strings.fields.note,
  lines: strings.lines.title,
};

/** Puts what the platform refuses of a document beside its inputs: line 3's cost beside the cost of the third line. */
export function refusedDraft(error: unknown, { lines }: DocumentDraft): RefusedDraft {
  const quantities = new Map<number, string>();
  const costs = new Map<number, string>();
  const single: Partial<Record<Single, string>> = {};
  const known = error instanceof ApiError ? error.fields : [];
  let placed = 0;
  for (const { path, message } of known) {
    const [name = "", at, field] = path.split(".");
    const place = places[name];
    const line = at === undefined ? undefined : lines[Number(at)];
    if (line) (field === "cost_price" ? costs : quantities).set(line.variant_id, lineWords(field, message));
    else if (place) single[place] = sentence(labels[place], message);
    else continue;
    placed += 1;
  }
  const isWhole = known.length > 0 && placed === known.length;
  return { problems: { ...single, quantities, costs }, rest: isWhole ? null : error };
}

/** The platform's message is the end of a sentence that begins with the field. */
export function sentence(label: string, message: string): string {
  return `${label} ${message}${message.endsWith(".") ? "" : "."}`;
}

/** INV-8: what is sold only while it is there has no stock below 0. */
const isShortage = (message: string): boolean => message.startsWith("would take");

/** Which lines of a document there is not enough stock for; undefined: it is refused over something else. */
export function shortageWords(error: unknown, { line_items }: StockDocument): string | undefined {
  const fields = error instanceof ApiError ? error.fields : [];
  const short = fields.flatMap(({ path, message }) => {
    const line = line_items[Number(path.split(".")[1])];
    return line && isShortage(message) ? [lineName(line)] : [];
  });
  return short.length > 0 && short.length === fields.length ? strings.problems.shortOf(short) : undefined;
}

/** What is refused of a line, in words for who does not know the API. */
function lineWords(field: string | undefined, message: string): string {
  const { problems, columns } = strings;
  if (isShortage(message)) return problems.short;
  if (field === "variant_id" && message.startsWith("was deleted")) return problems.deleted;
  return sentence(field === "cost_price" ? columns.cost : columns.quantity, message);
}
