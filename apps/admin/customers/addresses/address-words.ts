import { getCountryName } from "@souk/contract";
import { texts } from "../../texts.ts";
import type { Customer } from "../customer-queries.ts";

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

/** Format an address as on a shipping label, one item per line; empty lines are omitted. */
export function addressLines(address: Lines): string[] {
  const { first_name, last_name, company, address1, address2, zip, city } = address;
  const { district, province, province_code, country, country_code, phone, email } = address;
  const lines = [
    `${first_name} ${last_name}`.trim(),
    company,
    address1,
    address2,
    [district, `${zip} ${city}`.trim()].filter((part) => part !== "").join(", "),
    [province === "" ? province_code : province, country === "" ? getCountryName(country_code) : country]
      .filter((part) => part !== "")
      .join(", "),
    [phone, email].filter((part) => part !== "").join(", "),
  ];
  return lines.filter((line) => line !== "");
}

/** Return the name of an address in a list: its place, else its person. */
export function addressName(address: Address): string {
  const { address1, zip, city } = address;
  const place = [address1, `${zip} ${city}`.trim()].filter((part) => part !== "").join(", ");
  return place === "" ? (addressLines(address)[0] ?? texts.customersAddresses.emptyAddress) : place;
}
