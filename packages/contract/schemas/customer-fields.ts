import { Type } from "typebox";
import {
  countryCode,
  countryCodeInput,
  createLongText,
  maxTextBytes,
  nullable,
  optionalEmail,
  shortText,
} from "./common.ts";
import type { CsvFieldName, FieldTable } from "./field-table.ts";
import { maxTags } from "./product-fields.ts";

const codeRule =
  "Your own customer reference: letters, digits, `-`, `_` and `.`. Unique in the store (case-insensitive); " +
  "empty for none.";
const emailRule = "Unique in the store (case-insensitive); empty for none.";
const birthdateRule = "Date, for example 1990-05-17, not in the future; null when unknown.";

const gender = nullable(
  Type.Enum(["male", "female", "other"], { description: "Gender; null when unknown." }),
);
const acceptsMarketing = Type.Boolean({ description: "Whether the customer accepts marketing." });

/** Fields of a customer that callers can write, in the order of the customer's JSON. */
export const customerFields = {
  code: {
    response: Type.String({ description: codeRule }),
    input: Type.String({ maxLength: 64, pattern: "^([A-Za-z0-9][A-Za-z0-9_.-]*)?$", description: codeRule }),
    csv: "Customer code. Identifies the customer.",
    example: "",
  },
  first_name: {
    response: Type.String({ description: "First name." }),
    input: { ...shortText, description: "First name." },
    csv: "First name.",
    example: "Aisyah",
  },
  last_name: {
    response: Type.String({ description: "Last name." }),
    input: { ...shortText, description: "Last name." },
    csv: "Last name.",
    example: "Rahman",
  },
  email: {
    response: Type.String({ description: emailRule }),
    input: Type.String({
      ...optionalEmail,
      description: `Email address, for example mei@kedai.com. ${emailRule}`,
    }),
    csv: "Email address. Identifies the customer if the code does not.",
    example: "aisyah.rahman@kedai.my",
  },
  phone: {
    response: Type.String({
      description:
        "Phone number in E.164 format, for example +60123456789. Unique in the store; empty for none.",
    }),
    input: Type.String({
      maxLength: 64,
      description:
        "Phone number in any common notation. A number without a country code is treated as a number in the country of " +
        "`country_code`, or in the store's country if `country_code` is empty. Stored in E.164 format, unique in the store; empty " +
        "for none.",
    }),
    csv: "Phone number in any common notation. Identifies the customer if code and email do not.",
    example: "+60123456789",
  },
  birthdate: {
    response: nullable(Type.String({ format: "date", description: birthdateRule })),
    input: nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: birthdateRule })),
    csv: "Date, for example 1990-05-17; empty when unknown.",
    example: "1990-05-17",
  },
  gender: {
    response: gender,
    input: gender,
    csv: "male, female or other; empty when unknown.",
    example: "female",
  },
  country_code: {
    response: countryCode,
    input: countryCodeInput,
    csv:
      "ISO 3166-1 alpha-2 code, for example MY. Phone numbers without a country code are treated as numbers in this " +
      "country.",
    example: "MY",
  },
  accepts_marketing: {
    response: acceptsMarketing,
    input: acceptsMarketing,
    csv: "true or false.",
    example: true,
  },
  note: {
    response: Type.String({ description: "Staff note, never shown to the customer." }),
    input: createLongText(maxTextBytes.note),
    csv: "Staff note.",
    example: "",
  },
  tags: {
    response: Type.Array(Type.String(), { description: "Tags of the customer." }),
    input: Type.Array(shortText, {
      maxItems: maxTags,
      description:
        "All tags of the customer. Leading and trailing spaces are removed, duplicates are merged, and a tag cannot " +
        "contain a comma. Case-sensitive.",
    }),
    csv: "All tags, separated by commas.",
    example: ["wholesale"],
  },
} as const satisfies FieldTable;

/** Names of the customer fields that have a column in CSV files. */
export type CustomerCsvField = CsvFieldName<typeof customerFields>;
