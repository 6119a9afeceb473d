import {
  type FieldError,
  type FieldProblem,
  fieldProblem,
  getCurrencyExponent,
  parseMoney,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { LineOfBody } from "./document-call.ts";
import { variantCopies } from "./line-store.ts";
import { type PlannedLines, planLines, type SentLine } from "./plan-lines.ts";
import type { DocumentLine } from "./stock-document.ts";

/** The context of reading lines. */
export interface LineReading {
  store: Store;
  before: readonly DocumentLine[];
  sent: readonly LineOfBody[];
  /** The currency of the cost prices; null where lines have none. */
  currency: string | null;
}

/**
 * Read a cost in its stored form, without leading or trailing zeros; undefined when it was not sent, null for no
 * cost.
 */
function readCost(
  { cost_price }: LineOfBody,
  currency: string | null,
): { cost: string | null | undefined; problem: FieldProblem | null } {
  if (currency === null) return { cost: undefined, problem: null };
  if (cost_price === undefined || cost_price === null) return { cost: cost_price, problem: null };
  const decimals = getCurrencyExponent(currency);
  const cost = parseMoney(cost_price, decimals);
  if (cost !== null) return { cost: cost.replace(/^0+(?=\d)/, ""), problem: null };
  const sentence = `{field} must be an amount of ${currency} with at most ${decimals} decimals.`;
  return { cost: null, problem: fieldProblem("invalid_format", { format: "money" }, sentence) };
}

/** Read the lines that a request results in, and the errors in the sent ones. */
export async function readLines(
  tx: Transaction,
  { store, before, sent, currency }: LineReading,
): Promise<PlannedLines> {
  const errors: FieldError[] = [];
  const read = sent.map((line, index): SentLine => {
    const { cost, problem } = readCost(line, currency);
    if (problem !== null) errors.push({ path: `line_items.${index}.cost_price`, ...problem });
    return { ...line, cost_price: cost };
  });
  const has = new Set(before.map(({ variant_id }) => variant_id));
  const ids = sent.flatMap(({ variant_id }) =>
    variant_id === undefined || has.has(variant_id) ? [] : variant_id,
  );
  const planned = planLines(before, read, await variantCopies(tx, store, { ids, currency }));
  return { lines: planned.lines, errors: [...errors, ...planned.errors] };
}
