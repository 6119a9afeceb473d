import { type BodyOf, type FieldError, findCountry, noCountry, type operations } from "@souk/contract";

/** What is sent of an address. */
export type AddressInput = BodyOf<typeof operations.createCustomerAddress>;

/** What is written of an address's row, beside whether it is the default one. */
export type AddressFields = Required<Omit<AddressInput, "is_default">>;

/** An address that says nothing. */
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

/** The columns of what is written, in the order of the record. */
export const addressColumns = Object.keys(emptyAddress) as (keyof AddressFields)[];

/** Where a country is read. */
export interface CountryReading {
  /** What stands before the names of fields there, such as `addresses.0.` */
  before?: string;
  /** The code of before the change: it stays when it is sent again, also where no country has it any more. */
  kept?: string;
  faults: FieldError[];
}

/** A country as it is kept; one that there is not is added to the faults. */
export function readCountry(code: string, { before = "", kept, faults }: CountryReading): string {
  if (code === kept) return code;
  const country = findCountry(code);
  if (country === null) faults.push({ path: `${before}country_code`, message: noCountry });
  return country ?? code;
}

/**
 * What of an input is written, trimmed where people type; what is not sent is missing, what is wrong is added to the faults.
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
