import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

const { fields } = texts.order.internal;

/** What the form of an order calls its fields, in the order of the catalog of texts. */
export const orderWords = {
  ...fields,
  remark: { ...fields.remark, kind: "multiline" },
} as const satisfies Record<string, FieldWords>;
