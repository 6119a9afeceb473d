import type { BodyOf, operations } from "@souk/contract";

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

/** What of an input is written, trimmed where people type; what is not sent is missing. */
export function readAddressFields(input: AddressInput): Partial<AddressFields> {
  const sent = addressColumns.flatMap((column): [string, unknown][] => {
    const value = input[column];
    if (value === undefined) return [];
    return [[column, typeof value === "string" ? value.trim() : value]];
  });
  return Object.fromEntries(sent) as Partial<AddressFields>;
}
