import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";

/** How prices of a store become amounts of one of its currencies: times the rate, to the step of rounding. */
export interface Conversion {
  /** Decimal text; "1" for the store's own currency. */
  rate: string;
  /** Decimal text; null: the currency's smallest unit. */
  rounding: string | null;
}

const statement = {
  name: "currency_conversion",
  text: `
    select trim_scale(r.rate)::text as rate, trim_scale(r.rounding)::text as rounding
    from currencies r where r.store_id = $1 and r.code = $2`,
};

/** The conversion to a currency by its code; null when it is none of the store's. */
export async function readConversion(run: Queryable, store: Store, code: string): Promise<Conversion | null> {
  const { rows } = await run.query<Conversion>(statement, [store.id, code]);
  const found = rows[0] ?? null;
  // A price in the store's own currency is not converted, so nothing is rounded.
  return found !== null && code === store.currency_code ? { rate: "1", rounding: null } : found;
}
