import { Type } from "typebox";
import { countryCode, countryCodeInput, emailInput, id, shortText, timestamp } from "./common.ts";

const text = Type.String();

const localeRule = "BCP 47 language tag, for example en or ms-MY.";

/** Settings of a store. */
export const store = Type.Object({
  id,
  name: Type.String({ description: "Name of the store." }),
  handle: Type.String({ description: "Part of the store's hostname; cannot be changed." }),
  domain: Type.String({ description: "Hostname of the store, the `shop` of the interface." }),
  email: Type.String({ description: "Contact email address of the store." }),
  phone: Type.String({ description: "Phone number of the store." }),
  address1: Type.String({ description: "Street and number." }),
  address2: Type.String({ description: "Building, floor or unit." }),
  city: Type.String({ description: "City." }),
  province_code: Type.String({ description: "Code of the state or province." }),
  zip: Type.String({ description: "Postal code." }),
  country_code: countryCode,
  currency_code: Type.String({
    description: "ISO 4217 code of the store's default currency, used for all amounts.",
  }),
  currencies: Type.Array(text, {
    description: "ISO 4217 codes of the store's currencies, the default currency first.",
  }),
  timezone: Type.String({ description: "IANA time zone of the store (store time)." }),
  locale: Type.String({ description: localeRule }),
  plan_name: Type.String({ description: "Name of the store's plan." }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Fields that can be updated. `handle` and `domain` cannot be changed. */
export const storeUpdate = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  email: Type.Optional(emailInput),
  phone: Type.Optional({ ...shortText, description: "Phone number of the store." }),
  address1: Type.Optional({ ...shortText, description: "Street and number." }),
  address2: Type.Optional({ ...shortText, description: "Building, floor or unit." }),
  city: Type.Optional({ ...shortText, description: "City." }),
  province_code: Type.Optional({ ...shortText, description: "Code of the state or province." }),
  zip: Type.Optional({ ...shortText, description: "Postal code." }),
  country_code: Type.Optional(countryCodeInput),
  currency_code: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{3}$",
      description:
        "New default currency. Amounts are not converted. Rejected if a price or a customer's store credit has more " +
        "decimal places than the new currency.",
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "IANA time zone, for example Asia/Kuala_Lumpur.",
    }),
  ),
  locale: Type.Optional(Type.String({ minLength: 2, maxLength: 35, description: localeRule })),
});
