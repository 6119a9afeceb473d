import { countryName } from "@souk/contract";
import type { Customer } from "../customer-queries.ts";
import { strings } from "./strings.ts";

export type Address = Customer["addresses"][number];

type Lines = Pick<
  Address,
  | "first_name"
  | "last_name"
  | "company"
  | "address1"
  | "address2"
  | "zip"
  | "city"
  | "district"
  | "province"
  | "province_code"
  | "country"
  | "country_code"
  | "phone"
  | "email"
>;

/** An address as it would stand on a parcel, a line each; empty ones are left out. */
export function addressLines(address: Lines): string[] {
  const { first_name, last_name, company, address1, address2, zip, city } = address;
  const { district, province, province_code, country, country_code, phone, email } = address;
  const lines = [
    `${first_name} ${last_name}`.trim(),
    company,
    address1,
    address2,
    [district, `${zip} ${city}`.trim()].filter((part) => part !== "").join(", "),
    [province === "" ? province_code : province, country === "" ? countryName(country_code) : country]
      .filter((part) => part !== "")
      .join(", "),
    [phone, email].filter((part) => part !== "").join(", "),
  ];
  return lines.filter((line) => line !== "");
}

/** What an address is called among others: where it is, else whose. */
export function addressName(address: Address): string {
  const { address1, zip, city } = address;
  const place = [address1, `${zip} ${city}`.trim()].filter((part) => part !== "").join(", ");
  return place === "" ? (addressLines(address)[0] ?? strings.nowhere) : place;
}
