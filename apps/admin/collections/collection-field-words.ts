import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

const { fields } = texts.collections;

/** The labels and kinds of the collection form's fields, in the order in which the form shows them. */
export const collectionFieldWords = {
  ...fields,
  description: { ...fields.description, kind: "multiline" },
  body_html: { ...fields.body_html, kind: "multiline" },
} as const satisfies Record<string, FieldWords>;
