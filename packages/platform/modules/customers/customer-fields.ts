import { type BodyOf, type FieldError, type operations, textLimits } from "@souk/contract";
import { byteFaults } from "../../text-bytes.ts";
import { readTags } from "../catalog/index.ts";
import { readCountry } from "./addresses/address-fields.ts";
import { isDate } from "./is-date.ts";
import { readPhone } from "./phone-number.ts";

/** What a merchant or an app writes of a customer's row. */
export interface CustomerFields {
  code: string;
  first_name: string;
  last_name: string;
  email: string;
  /** E.164, or empty. */
  phone: string;
  /** YYYY-MM-DD. */
  birthdate: string | null;
  gender: "male" | "female" | "other" | null;
  country_code: string;
  accepts_marketing: boolean;
  note: string;
  tags: string[];
}

/** What is sent of a customer, by an app, a person or a file. */
export type CustomerInput = Omit<BodyOf<typeof operations.updateCustomer>, "attributes">;

/** A customer of whom nothing is known. */
export const emptyCustomer: CustomerFields = {
  code: "",
  first_name: "",
  last_name: "",
  email: "",
  phone: "",
  birthdate: null,
  gender: null,
  country_code: "",
  accepts_marketing: false,
  note: "",
  tags: [],
};

/** The columns of what is written. */
export const customerColumns = Object.keys(emptyCustomer) as (keyof CustomerFields)[];

/** Where input is read. */
export interface Reading {
  /** The countries of which a phone number without a country's code may be: the customer's, then the store's. */
  countries: readonly string[];
  /** YYYY-MM-DD; nobody is born later. */
  today: string;
  /** The country's code of before the change. */
  kept?: string;
  faults: FieldError[];
}

const trimmed = ["code", "first_name", "last_name", "email"] as const;
const plain = ["gender", "accepts_marketing"] as const;

/** What of an input is written, as it is kept; what is not sent is missing, what is wrong is added to the faults. */
export function readCustomerFields(
  input: CustomerInput,
  { countries, today, kept = "", faults }: Reading,
): Partial<CustomerFields> {
  const read: Partial<CustomerFields> = {};
  for (const name of trimmed) if (input[name] !== undefined) read[name] = input[name].trim();
  for (const name of plain) if (input[name] !== undefined) Object.assign(read, { [name]: input[name] });
  if (input.note !== undefined) read.note = input.note;
  faults.push(...byteFaults(input, { note: textLimits.note }));
  if (input.tags !== undefined) read.tags = readTags(input.tags, faults);
  if (input.country_code !== undefined) read.country_code = readCountry(input.country_code, { kept, faults });
  if (input.birthdate !== undefined) {
    read.birthdate = input.birthdate;
    if (input.birthdate !== null && !isBirthdate(input.birthdate, today))
      faults.push({ path: "birthdate", message: "must be a date from 1900 to today, such as 1990-05-17" });
  }
  if (input.phone !== undefined) {
    const phone = readPhone(input.phone, countries);
    if (phone.ok) read.phone = phone.number;
    else faults.push({ path: "phone", message: phone.fault });
  }
  return read;
}

function isBirthdate(text: string, today: string): boolean {
  return isDate(text) && text >= "1900" && text <= today;
}

/** A customer is somebody: adds a fault when there is nothing to tell them by. */
export function requireSomebody(fields: CustomerFields, faults: FieldError[]): void {
  const { first_name, last_name, email, phone, code } = fields;
  if (first_name + last_name + email + phone + code !== "" || faults.length > 0) return;
  faults.push({ path: "first_name", message: "is required, or last_name, email, phone or code" });
}
