import { currencyExponent, type FieldError, parseMoney } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import type { LineOfBody } from "./desk.ts";
import { variantCopies } from "./line-store.ts";
import { type PlannedLines, planLines, type SentLine } from "./plan-lines.ts";
import type { DocumentLine } from "./stock-document.ts";

/** What lines are read against. */
export interface LineReading {
  store: Store;
  before: readonly DocumentLine[];
  sent: readonly LineOfBody[];
  /** Of the cost prices; null where lines have none. */
  currency: string | null;
}

/** A cost as it is kept: without leading or trailing zeros; undefined when it was not sent. Null is none. */
function readCost(
  { cost_price }: LineOfBody,
  currency: string | null,
): { cost: string | null | undefined; fault: string | null } {
  if (currency === null) return { cost: undefined, fault: null };
  if (cost_price === undefined || cost_price === null) return { cost: cost_price, fault: null };
  const decimals = currencyExponent(currency);
  const cost = parseMoney(cost_price, decimals);
  if (cost !== null) return { cost: cost.replace(/^0+(?=\d)/, ""), fault: null };
  return { cost: null, fault: `takes an amount of ${currency}, with at most ${decimals} decimals` };
}

/** The lines that a request leads to, and what is wrong with those it sent. */
export async function readLines(
  tx: Transaction,
  { store, before, sent, currency }: LineReading,
): Promise<PlannedLines> {
  const faults: FieldError[] = [];
  const read = sent.map((line, at): SentLine => {
    const { cost, fault } = readCost(line, currency);
    if (fault !== null) faults.push({ path: `line_items.${at}.cost_price`, message: fault });
    return { ...line, cost_price: cost };
  });
  const has = new Set(before.map(({ variant_id }) => variant_id));
  const ids = sent.flatMap(({ variant_id }) =>
    variant_id === undefined || has.has(variant_id) ? [] : variant_id,
  );
  const planned = planLines(before, read, await variantCopies(tx, store, { ids, currency }));
  return { lines: planned.lines, faults: [...faults, ...planned.faults] };
}
