import { Type } from "typebox";
import { countryIn, countryOut, dateOut, emailIn, id, shortText } from "./common.ts";

const text = Type.String();

const localeName = "A language by its BCP 47 name, for example en or ms-MY.";

/** A store's settings. */
export const store = Type.Object({
  id,
  name: text,
  handle: Type.String({ description: "Stands in the shop's hostname and never changes." }),
  domain: Type.String({ description: "The shop's hostname, the `shop` of the interface (SVC-1)." }),
  email: text,
  phone: text,
  address1: text,
  address2: text,
  city: text,
  province_code: text,
  zip: text,
  country_code: countryOut,
  currency_code: Type.String({ description: "The currency of every amount, by its ISO 4217 code." }),
  currencies: Type.Array(text, {
    description: "The codes of all currencies of the store, the one of its amounts first.",
  }),
  timezone: Type.String({ description: "Store time: an IANA time zone." }),
  locale: Type.String({ description: localeName }),
  plan_name: text,
  created_at: dateOut,
  updated_at: dateOut,
});

/** What PUT on a store changes; handle and domain never change. */
export const storeUpdate = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  email: Type.Optional(emailIn),
  phone: Type.Optional(shortText),
  address1: Type.Optional(shortText),
  address2: Type.Optional(shortText),
  city: Type.Optional(shortText),
  province_code: Type.Optional(shortText),
  zip: Type.Optional(shortText),
  country_code: Type.Optional(countryIn),
  currency_code: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{3}$",
      description:
        "Amounts keep their numbers and are not converted; refused while a price or a customer's credit has more decimals than the new currency.",
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "An IANA time zone, for example Asia/Kuala_Lumpur.",
    }),
  ),
  locale: Type.Optional(Type.String({ minLength: 2, maxLength: 35, description: localeName })),
});
