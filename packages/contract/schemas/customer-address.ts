import { Type } from "typebox";
import { countryIn, countryOut, dateOut, emailOrNone, id, nullable, shortText } from "./common.ts";

/** A customer has at most so many addresses. */
export const mostAddresses = 100;

const phoneRule =
  "As it was sent: couriers read it. What a customer is found by is the customer's own phone.";
const latitudeRule = "Degrees north, kept with six decimals; null: unknown.";
const longitudeRule = "Degrees east, kept with six decimals; null: unknown.";
const defaultRule = "True for one of a customer's addresses, their primary_address.";

/** Where a customer is met or sent to. */
export const customerAddress = Type.Object({
  id,
  customer_id: id,
  first_name: Type.String(),
  last_name: Type.String(),
  company: Type.String(),
  phone: Type.String({ description: phoneRule }),
  email: Type.String(),
  address1: Type.String(),
  address2: Type.String(),
  city: Type.String(),
  zip: Type.String(),
  district: Type.String(),
  province: Type.String(),
  province_code: Type.String(),
  country: Type.String(),
  country_code: countryOut,
  latitude: nullable(Type.Number({ description: latitudeRule })),
  longitude: nullable(Type.Number({ description: longitudeRule })),
  is_default: Type.Boolean({ description: defaultRule }),
  created_at: dateOut,
  updated_at: dateOut,
});

const text = Type.Optional(shortText);

/** What is written of an address; what a new one leaves out is empty. */
export const customerAddressInput = Type.Object({
  first_name: text,
  last_name: text,
  company: text,
  phone: Type.Optional(Type.String({ maxLength: 255, description: phoneRule })),
  email: Type.Optional(emailOrNone),
  address1: text,
  address2: text,
  city: text,
  zip: text,
  district: text,
  province: text,
  province_code: text,
  country: text,
  country_code: Type.Optional(countryIn),
  latitude: Type.Optional(nullable(Type.Number({ minimum: -90, maximum: 90, description: latitudeRule }))),
  longitude: Type.Optional(
    nullable(Type.Number({ minimum: -180, maximum: 180, description: longitudeRule })),
  ),
  is_default: Type.Optional(
    Type.Boolean({
      description:
        "true takes it from the former one; false is refused for the one that is it. A customer's first address is it by itself.",
    }),
  ),
});
