import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

const { fields } = texts.order.internal;

/** The labels and kinds of the order form's fields, in the order in which the form shows them. */
export const orderFieldWords = {
  ...fields,
  remark: { ...fields.remark, kind: "multiline" },
} as const satisfies Record<string, FieldWords>;
