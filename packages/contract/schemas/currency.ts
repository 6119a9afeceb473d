import { Type } from "typebox";
import { dateOut, id, nullable } from "./common.ts";

const codeRule = "A currency by its ISO 4217 code, for example USD.";
const rateRule =
  "How many units of this currency one unit of the store's own is worth; 1 for the store's own. Kept with 12 decimals.";
const roundingRule =
  "What converted amounts are rounded to, for example 0.05; null: the currency's smallest unit.";

/** A currency that a store's prices can be shown in; exactly one is the store's own. */
export const currency = Type.Object({
  id,
  code: Type.String({ description: codeRule }),
  rate: Type.String({ description: rateRule }),
  is_default: Type.Boolean({ description: "True for the store's own currency, the one of every amount." }),
  rounding: nullable(Type.String({ description: roundingRule })),
  created_at: dateOut,
  updated_at: dateOut,
});

const rate = Type.Union([Type.String({ maxLength: 40 }), Type.Number({ exclusiveMinimum: 0 })], {
  description: `${rateRule} A string or a number from 0.000000001 to 1000000000.`,
});

const details = {
  rounding: Type.Optional(
    nullable(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number({ exclusiveMinimum: 0 })], {
        description: `${roundingRule} More than 0, with no more decimals than the currency has.`,
      }),
    ),
  ),
  is_default: Type.Optional(
    Type.Boolean({
      description: "Cannot be changed here: the store's own currency is the store's currency_code.",
    }),
  ),
};

/** What a new currency takes. */
export const currencyCreate = Type.Object({
  code: Type.String({ pattern: "^[A-Z]{3}$", description: codeRule }),
  rate,
  ...details,
});

/** What PUT on a currency changes; its code never changes. */
export const currencyUpdate = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 3, description: "Only as it is; case does not count." })),
  rate: Type.Optional(rate),
  ...details,
});

/** A currency in the path: by its id or by its code. */
export const currencyParam = Type.Object({
  id: Type.String({ description: "The currency's id, or its ISO 4217 code; case does not count." }),
});

/** What currency/delete sends. */
export const currencyGone = Type.Object({ currency: Type.Object({ code: Type.String() }) });
