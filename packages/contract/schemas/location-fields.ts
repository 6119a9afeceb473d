import { Type } from "typebox";
import { countryCode, countryCodeInput, nullable, optionalEmail, shortText } from "./common.ts";
import type { FieldTable } from "./field-table.ts";

const codeRule = "Letters, digits, `-` and `_`. Unique in the store (case-insensitive).";
const latitudeRule = "Latitude in degrees, with six decimal places; null when unknown.";
const longitudeRule = "Longitude in degrees, with six decimal places; null when unknown.";
const activeRule =
  "Whether the location is active. At an inactive location, stock can be sold or reduced but not increased. Only units " +
  "that were already incoming when it was deactivated can still be received. Its stock still counts in the totals.";

const enabledPickup = Type.Boolean({ description: "Whether customers can pick up orders at the location." });

function createTextField<const Example extends string>(description: string, example: Example) {
  return {
    response: Type.String({ description }),
    input: { ...shortText, description },
    csv: null,
    example,
  } as const;
}

/** Fields of a location besides its name, in the order of its JSON. */
export const locationFields = {
  code: {
    response: Type.String({ description: codeRule }),
    input: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$",
      description: codeRule,
    }),
    csv: null,
    example: "main",
  },
  address1: createTextField("Street and number.", "12 Jalan Masjid India"),
  address2: createTextField("Building, floor or unit.", ""),
  city: createTextField("City.", "Kuala Lumpur"),
  province_code: createTextField("Code of the state or province.", ""),
  country_code: { response: countryCode, input: countryCodeInput, csv: null, example: "MY" },
  zip: createTextField("Postal code.", "50100"),
  phone: createTextField("Phone number of the location.", ""),
  email: {
    response: Type.String({ description: "Email address of the location; can be empty." }),
    input: optionalEmail,
    csv: null,
    example: "",
  },
  latitude: {
    response: nullable(Type.Number({ description: latitudeRule })),
    input: nullable(Type.Number({ minimum: -90, maximum: 90, description: latitudeRule })),
    csv: null,
    example: null,
  },
  longitude: {
    response: nullable(Type.Number({ description: longitudeRule })),
    input: nullable(Type.Number({ minimum: -180, maximum: 180, description: longitudeRule })),
    csv: null,
    example: null,
  },
  is_primary: {
    response: Type.Boolean({ description: "`true` for exactly one location of the store." }),
    input: Type.Boolean({
      description:
        "`true` makes this the primary location instead of the current one. `false` is rejected for the primary " +
        "location.",
    }),
    csv: null,
    example: true,
  },
  enabled_pickup: { response: enabledPickup, input: enabledPickup, csv: null, example: false },
  is_active: {
    response: Type.Boolean({ description: activeRule }),
    input: Type.Boolean({ description: "Cannot be `false` for the primary location." }),
    csv: null,
    example: true,
  },
} as const satisfies FieldTable;
