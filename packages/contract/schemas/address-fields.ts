import { Type } from "typebox";
import { countryCode, countryCodeInput, nullable, optionalEmail, shortText } from "./common.ts";

const latitudeRule = "Latitude in degrees, with six decimal places; null when unknown.";
const longitudeRule = "Longitude in degrees, with six decimal places; null when unknown.";

/** Fields of every address in responses. */
export const addressFields = {
  first_name: Type.String({ description: "First name." }),
  last_name: Type.String({ description: "Last name." }),
  company: Type.String({ description: "Company name." }),
  phone: Type.String({ description: "Phone number." }),
  email: Type.String({ description: "Email address; can be empty." }),
  address1: Type.String({ description: "Street and number." }),
  address2: Type.String({ description: "Building, floor or unit." }),
  city: Type.String({ description: "City." }),
  zip: Type.String({ description: "Postal code." }),
  district: Type.String({ description: "District." }),
  province: Type.String({ description: "Name of the state or province." }),
  province_code: Type.String({ description: "Code of the state or province." }),
  country: Type.String({ description: "Name of the country." }),
  country_code: countryCode,
  latitude: nullable(Type.Number({ description: latitudeRule })),
  longitude: nullable(Type.Number({ description: longitudeRule })),
} as const;

/** Fields of every address in requests. */
export const addressInputFields = {
  first_name: Type.Optional({ ...shortText, description: "First name." }),
  last_name: Type.Optional({ ...shortText, description: "Last name." }),
  company: Type.Optional({ ...shortText, description: "Company name." }),
  phone: Type.Optional({ ...shortText, description: "Phone number." }),
  email: Type.Optional(optionalEmail),
  address1: Type.Optional({ ...shortText, description: "Street and number." }),
  address2: Type.Optional({ ...shortText, description: "Building, floor or unit." }),
  city: Type.Optional({ ...shortText, description: "City." }),
  zip: Type.Optional({ ...shortText, description: "Postal code." }),
  district: Type.Optional({ ...shortText, description: "District." }),
  province: Type.Optional({ ...shortText, description: "Name of the state or province." }),
  province_code: Type.Optional({ ...shortText, description: "Code of the state or province." }),
  country: Type.Optional({ ...shortText, description: "Name of the country." }),
  country_code: Type.Optional(countryCodeInput),
  latitude: Type.Optional(nullable(Type.Number({ minimum: -90, maximum: 90, description: latitudeRule }))),
  longitude: Type.Optional(
    nullable(Type.Number({ minimum: -180, maximum: 180, description: longitudeRule })),
  ),
} as const;
