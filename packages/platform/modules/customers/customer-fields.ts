import { type FieldError, fieldError, maxTextBytes } from "@souk/contract";
import { findByteLengthErrors } from "../../infrastructure/text-bytes.ts";
import { readTags } from "../catalog/index.ts";
import { readCountry } from "./addresses/address-fields.ts";
import { type CustomerFields, type CustomerInput, customerColumnFunctions } from "./customer-columns.ts";
import { isDate } from "./is-date.ts";
import { readPhone } from "./phone-number.ts";

/** A customer with only empty values. */
export const emptyCustomer: CustomerFields = customerColumnFunctions.createInitialValues();

/** What `readCustomerFields` needs besides the input. */
export interface ReadContext {
  /** The countries to try for a phone number without a country calling code: the customer's, then the store's. */
  countries: readonly string[];
  /** The date in the time zone that is furthest ahead, as YYYY-MM-DD. A later birthdate is invalid. */
  latestDate: string;
  /** The customer's stored country code, which is accepted even if no country has that code any longer. */
  currentCountryCode?: string;
  errors: FieldError[];
}

/**
 * Read the fields of a customer that the input contains, in their stored form. Problems are added to `errors`.
 * @returns only the fields that were sent
 */
export function readCustomerFields(
  input: CustomerInput,
  { countries, latestDate, currentCountryCode = "", errors }: ReadContext,
): Partial<CustomerFields> {
  const fields: Partial<CustomerFields> = customerColumnFunctions.copyProvided(input);
  errors.push(...findByteLengthErrors(input, { note: maxTextBytes.note }));
  if (input.tags !== undefined) fields.tags = readTags(input.tags, errors);
  if (input.country_code !== undefined)
    fields.country_code = readCountry(input.country_code, { currentCode: currentCountryCode, errors });
  if (input.birthdate !== undefined) {
    fields.birthdate = input.birthdate;
    if (input.birthdate !== null && !isBirthdate(input.birthdate, latestDate))
      errors.push(
        fieldError(
          "birthdate",
          "invalid_format",
          { format: "date" },
          "{field} must be a date from 1900 to today, such as 1990-05-17.",
        ),
      );
  }
  if (input.phone !== undefined) {
    const phone = readPhone(input.phone, countries);
    if (phone.ok) fields.phone = phone.number;
    else errors.push(fieldError("phone", "invalid_format", { format: "phone" }, phone.error));
  }
  return fields;
}

function isBirthdate(text: string, latestDate: string): boolean {
  return isDate(text) && text >= "1900" && text <= latestDate;
}

/** Add an error if a customer has no name, email, phone or code, unless there are other errors already. */
export function addErrorIfUnidentifiable(fields: CustomerFields, errors: FieldError[]): void {
  const { first_name, last_name, email, phone, code } = fields;
  if (first_name + last_name + email + phone + code !== "" || errors.length > 0) return;
  errors.push(
    fieldError(
      "first_name",
      "required",
      {},
      "Send at least one of first_name, last_name, email, phone, and code.",
    ),
  );
}
