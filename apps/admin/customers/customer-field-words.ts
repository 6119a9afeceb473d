import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

const { fields } = texts.customers;

/** The labels and kinds of the customer form's fields except custom fields, in the order in which the form shows them. */
export const customerFieldWords = {
  ...fields,
  phone: { ...fields.phone, kind: "text" },
  birthdate: { ...fields.birthdate, kind: "date" },
  note: { ...fields.note, kind: "multiline" },
} as const satisfies Record<string, FieldWords>;
