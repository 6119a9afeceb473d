import {
  type FieldError,
  fieldError,
  normalizeCountryCode,
  type OperationBody,
  type operations,
} from "@souk/contract";

/** The fields of an address in a request. */
export type AddressInput = OperationBody<typeof operations.createCustomerAddress>;

/** The written fields of an address's row, except whether it is the default. */
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

/** The written columns, in the order of the record. */
export const addressColumns = Object.keys(emptyAddress) as (keyof AddressFields)[];

/** The context of reading a country. */
export interface CountryReading {
  /** The prefix of field names there, for example `addresses.0.` */
  before?: string;
  /** The code before the change: it stays when it is sent again, even if it is no longer any country's. */
  kept?: string;
  errors: FieldError[];
}

/** Normalize a country's code; an unknown one is added to the errors. */
export function readCountry(code: string, { before = "", kept, errors }: CountryReading): string {
  if (code === kept) return code;
  const country = normalizeCountryCode(code);
  if (country === null)
    errors.push(fieldError(`${before}country_code`, "invalid_format", { format: "country_code" }));
  return country ?? code;
}

/**
 * Read the written fields of an input, trimmed where people type; fields not sent are missing, and problems are added
 * to the errors.
 */
export function readAddressFields(input: AddressInput, reading: CountryReading): Partial<AddressFields> {
  const sent = addressColumns.flatMap((column): [string, unknown][] => {
    const value = input[column];
    if (value === undefined) return [];
    return [[column, typeof value === "string" ? value.trim() : value]];
  });
  const read = Object.fromEntries(sent) as Partial<AddressFields>;
  if (read.country_code !== undefined) read.country_code = readCountry(read.country_code, reading);
  return read;
}
