import { Type } from "typebox";
import { countryIn, countryOut, emailOrNone, nullable, shortText } from "./common.ts";

const latitudeRule = "Degrees north, kept with six decimals; null: unknown.";
const longitudeRule = "Degrees east, kept with six decimals; null: unknown.";

/** What an address says, of whatever it is one. */
export const addressOut = {
  first_name: Type.String(),
  last_name: Type.String(),
  company: Type.String(),
  phone: Type.String(),
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
} as const;

const text = Type.Optional(shortText);

/** What is sent of an address. */
export const addressIn = {
  first_name: text,
  last_name: text,
  company: text,
  phone: text,
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
} as const;
