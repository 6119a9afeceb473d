import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

const { fields } = texts.collections;

/** What the form of a collection calls its fields, in the order of the catalog of texts. */
export const collectionWords = {
  ...fields,
  description: { ...fields.description, kind: "multiline" },
  body_html: { ...fields.body_html, kind: "multiline" },
} as const satisfies Record<string, FieldWords>;
