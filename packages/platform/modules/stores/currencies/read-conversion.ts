import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

/**
 * How a store's prices are converted to one of its currencies: a price is multiplied by the rate and rounded to a multiple of
 * `rounding`.
 */
export interface Conversion {
  /** Decimal text; "1" for the store's own currency. */
  rate: string;
  /** Decimal text; null means the currency's smallest unit. */
  rounding: string | null;
}

const statement = defineStatement(
  "currency_conversion",
  `
    select trim_scale(r.rate)::text as rate, trim_scale(r.rounding)::text as rounding
    from currencies r where r.store_id = $1 and r.code = $2`,
);

/** Load the conversion to a currency by its code, or return null if the store does not have the currency. */
export async function readConversion(db: Queryable, store: Store, code: string): Promise<Conversion | null> {
  const conversion = (await db.maybeOne<Conversion>(statement, [store.id, code])) ?? null;
  // Prices in the store's own currency are not converted, so they are not rounded either.
  return conversion !== null && code === store.currency_code ? { rate: "1", rounding: null } : conversion;
}
