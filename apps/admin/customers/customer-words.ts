import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

const { fields } = texts.customers;

/** What the form of a customer calls its fields, in the order of the catalog of texts; custom fields apart. */
export const customerWords = {
  ...fields,
  phone: { ...fields.phone, kind: "text" },
  birthdate: { ...fields.birthdate, kind: "date" },
  note: { ...fields.note, kind: "multiline" },
} as const satisfies Record<string, FieldWords>;
