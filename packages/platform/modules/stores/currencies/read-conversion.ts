import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

/**
 * The conversion of a store's prices to one of its currencies: multiplied by the rate, rounded to the step.
 */
export interface Conversion {
  /** Decimal text; "1" for the store's own currency. */
  rate: string;
  /** Decimal text; null: the currency's smallest unit. */
  rounding: string | null;
}

const statement = defineStatement(
  "currency_conversion",
  `
    select trim_scale(r.rate)::text as rate, trim_scale(r.rounding)::text as rounding
    from currencies r where r.store_id = $1 and r.code = $2`,
);

/** Load the conversion to a currency by its code; null when the store does not have the currency. */
export async function readConversion(db: Queryable, store: Store, code: string): Promise<Conversion | null> {
  const row = await db.maybeOne<Conversion>(statement, [store.id, code]);
  const found = row ?? null;
  // A price in the store's own currency is not converted, so nothing is rounded.
  return found !== null && code === store.currency_code ? { rate: "1", rounding: null } : found;
}
