import {
  type FieldError,
  fieldError,
  normalizeCountryCode,
  type OperationBody,
  type operations,
} from "@souk/contract";

/** The fields of an address in a request. */
export type AddressInput = OperationBody<typeof operations.createCustomerAddress>;

/** The columns of an address that a request can set, except `is_default`. */
export type AddressFields = Required<Omit<AddressInput, "is_default">>;

/** An address with only empty values. */
export const emptyAddress: AddressFields = {
  first_name: "",
  last_name: "",
  company: "",
  phone: "",
  email: "",
  address1: "",
  address2: "",
  city: "",
  zip: "",
  district: "",
  province: "",
  province_code: "",
  country: "",
  country_code: "",
  latitude: null,
  longitude: null,
};

/** The names of the columns of `AddressFields`, in the order of an address's JSON. */
export const addressColumns = Object.keys(emptyAddress) as (keyof AddressFields)[];

/** What `readCountry` needs besides the code. */
export interface CountryContext {
  /** The prefix of the field's name in errors, for example `addresses.0.`. */
  fieldPrefix?: string;
  /** The stored code. It is accepted when it is sent again, even if no country has that code any longer. */
  currentCode?: string;
  errors: FieldError[];
}

/** Normalize a country code. An unknown code is returned unchanged, and an error is added to `errors`. */
export function readCountry(code: string, { fieldPrefix = "", currentCode, errors }: CountryContext): string {
  if (code === currentCode) return code;
  const country = normalizeCountryCode(code);
  if (country === null)
    errors.push(fieldError(`${fieldPrefix}country_code`, "invalid_format", { format: "country_code" }));
  return country ?? code;
}

/**
 * Read the fields of an address that the input contains. Texts are trimmed, and problems are added to `errors`.
 * @returns only the fields that were sent
 */
export function readAddressFields(input: AddressInput, context: CountryContext): Partial<AddressFields> {
  const entries = addressColumns.flatMap((column): [string, unknown][] => {
    const value = input[column];
    if (value === undefined) return [];
    return [[column, typeof value === "string" ? value.trim() : value]];
  });
  const fields = Object.fromEntries(entries) as Partial<AddressFields>;
  if (fields.country_code !== undefined) fields.country_code = readCountry(fields.country_code, context);
  return fields;
}
