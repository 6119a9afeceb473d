import { getCountryName } from "@souk/contract";
import { texts } from "../../texts.ts";
import type { Customer } from "../customer-queries.ts";

export type Address = Customer["addresses"][number];

type ShippingLabelFields = Pick<
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

/** Format an address as the lines of a shipping label, without empty lines. */
export function formatAddressLines(address: ShippingLabelFields): string[] {
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

/** Return a one-line name for an address: its street and city; without these, the first line of its label. */
export function getAddressName(address: Address): string {
  const { address1, zip, city } = address;
  const streetAndCity = [address1, `${zip} ${city}`.trim()].filter((part) => part !== "").join(", ");
  return streetAndCity === ""
    ? (formatAddressLines(address)[0] ?? texts.customersAddresses.emptyAddress)
    : streetAndCity;
}
