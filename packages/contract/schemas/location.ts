import { Type } from "typebox";
import { countryIn, countryOut, dateOut, emailOrNone, id, nullable, shortText } from "./common.ts";

const codeRule = "Letters, digits, `-` and `_`; its own in the store, where case does not count.";
const latitudeRule = "Degrees north, kept with six decimals; null: unknown.";
const longitudeRule = "Degrees east, kept with six decimals; null: unknown.";
const activeRule =
  "At a location that is not active stock can be taken and counted down, and none added but what was on its way when it " +
  "closed; its stock stays part of the totals.";

/** A place that holds stock; exactly one is primary (INV-9). */
export const location = Type.Object({
  id,
  location_id: Type.Integer({ description: "The same as id." }),
  code: Type.String({ description: codeRule }),
  name: Type.String(),
  address1: Type.String(),
  address2: Type.String(),
  city: Type.String(),
  province_code: Type.String(),
  country_code: countryOut,
  zip: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  latitude: nullable(Type.Number({ description: latitudeRule })),
  longitude: nullable(Type.Number({ description: longitudeRule })),
  is_primary: Type.Boolean({ description: "True for exactly one location of the store (INV-9)." }),
  enabled_pickup: Type.Boolean({ description: "Customers may collect their orders here." }),
  is_active: Type.Boolean({ description: activeRule }),
  created_at: dateOut,
  updated_at: dateOut,
});

const name = Type.String({ minLength: 1, maxLength: 255 });

const details = {
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$",
      description: codeRule,
    }),
  ),
  address1: Type.Optional(shortText),
  address2: Type.Optional(shortText),
  city: Type.Optional(shortText),
  province_code: Type.Optional(shortText),
  country_code: Type.Optional(countryIn),
  zip: Type.Optional(shortText),
  phone: Type.Optional(shortText),
  email: Type.Optional(emailOrNone),
  latitude: Type.Optional(nullable(Type.Number({ minimum: -90, maximum: 90, description: latitudeRule }))),
  longitude: Type.Optional(
    nullable(Type.Number({ minimum: -180, maximum: 180, description: longitudeRule })),
  ),
  is_primary: Type.Optional(
    Type.Boolean({
      description: "true takes it from the former primary location; false is refused for the primary one.",
    }),
  ),
  enabled_pickup: Type.Optional(Type.Boolean()),
  is_active: Type.Optional(Type.Boolean({ description: "The primary location cannot be false." })),
};

/** What a new location takes; its code is made from its name when none is sent. */
export const locationCreate = Type.Object({ name, ...details });

/** What PUT on a location changes; what is not sent stays as it is. */
export const locationUpdate = Type.Object({ name: Type.Optional(name), ...details });
