import { Type } from "typebox";
import { id, nullable, timestamp } from "./common.ts";

const codeRule = "ISO 4217 currency code, for example USD.";
const rateRule =
  "Units of this currency per unit of the store's default currency; 1 for the default currency itself. Stored with 12 " +
  "decimal places.";
const roundingRule =
  "Increment to which converted amounts are rounded, for example 0.05; null to round to the currency's minor unit.";

/** Currency in which the store can show prices. Exactly one is the store's default currency. */
export const currency = Type.Object({
  id,
  code: Type.String({ description: codeRule }),
  rate: Type.String({ description: rateRule }),
  is_default: Type.Boolean({
    description: "`true` for the store's default currency, in which all amounts are stored.",
  }),
  rounding: nullable(Type.String({ description: roundingRule })),
  created_at: timestamp,
  updated_at: timestamp,
});

const rate = Type.Union([Type.String({ maxLength: 40 }), Type.Number({ exclusiveMinimum: 0 })], {
  description: `${rateRule} A string or a number from 0.000000001 to 1000000000.`,
});

const optionalFields = {
  rounding: Type.Optional(
    nullable(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number({ exclusiveMinimum: 0 })], {
        description: `${roundingRule} Greater than 0, with no more decimal places than the currency.`,
      }),
    ),
  ),
  is_default: Type.Optional(
    Type.Boolean({
      description: "Cannot be changed here. Update the store's `currency_code` instead.",
    }),
  ),
};

/** Fields of a new currency. */
export const currencyCreate = Type.Object({
  code: Type.String({ pattern: "^[A-Z]{3}$", description: codeRule }),
  rate,
  ...optionalFields,
});

/** Fields that can be updated. `code` cannot be changed. */
export const currencyUpdate = Type.Object({
  code: Type.Optional(
    Type.String({ maxLength: 3, description: "Must equal the current code (case-insensitive)." }),
  ),
  rate: Type.Optional(rate),
  ...optionalFields,
});

/** Path parameter that identifies a currency by its id or its code. */
export const currencyParam = Type.Object({
  id: Type.String({ description: "Id of the currency, or its ISO 4217 code (case-insensitive)." }),
});

/** Payload of currency/delete. */
export const deletedCurrency = Type.Object({ currency: Type.Object({ code: Type.String() }) });
