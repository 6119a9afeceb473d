import {
  type FieldError,
  type FieldProblem,
  fieldProblem,
  getCurrencyExponent,
  parseMoney,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { LineInput } from "./document-call.ts";
import type { DocumentLine } from "./line-columns.ts";
import { loadVariantCopies } from "./line-store.ts";
import { type LinesResult, type RequestLine, replaceLines } from "./replace-lines.ts";

/** The current lines of a document, and the lines of the request that replace them. */
export interface LinesInput {
  store: Store;
  currentLines: readonly DocumentLine[];
  requestLines: readonly LineInput[];
  /** The currency of the cost prices; null if lines have no cost prices. */
  currency: string | null;
}

/**
 * Convert the cost of a request's line to its stored form, without leading or trailing zeros. The cost is undefined if no cost was sent,
 * and null if the line has no cost.
 */
function readCost(
  { cost_price }: LineInput,
  currency: string | null,
): { cost: string | null | undefined; problem: FieldProblem | null } {
  if (currency === null) return { cost: undefined, problem: null };
  if (cost_price === undefined || cost_price === null) return { cost: cost_price, problem: null };
  const decimals = getCurrencyExponent(currency);
  const cost = parseMoney(cost_price, decimals);
  if (cost !== null) return { cost: cost.replace(/^0+(?=\d)/, ""), problem: null };
  const sentence = `{field} must be an amount in ${currency} with at most ${decimals} decimal places.`;
  return { cost: null, problem: fieldProblem("invalid_format", { format: "money" }, sentence) };
}

/** Read the lines of a request and return the lines that the document then has, and the errors in the request's lines. */
export async function readLines(
  tx: Transaction,
  { store, currentLines, requestLines, currency }: LinesInput,
): Promise<LinesResult> {
  const errors: FieldError[] = [];
  const linesWithCost = requestLines.map((line, index): RequestLine => {
    const { cost, problem } = readCost(line, currency);
    if (problem !== null) errors.push({ path: `line_items.${index}.cost_price`, ...problem });
    return { ...line, cost_price: cost };
  });
  const currentVariantIds = new Set(currentLines.map(({ variant_id }) => variant_id));
  const ids = requestLines.flatMap(({ variant_id }) =>
    variant_id === undefined || currentVariantIds.has(variant_id) ? [] : variant_id,
  );
  const copies = await loadVariantCopies(tx, store, { ids, currency });
  const result = replaceLines(currentLines, linesWithCost, copies);
  return { lines: result.lines, errors: [...errors, ...result.errors] };
}
