import { Type } from "typebox";
import { createLongText, maxTextBytes } from "./common.ts";
import type { FieldTable } from "./field-table.ts";

/** Text fields of an order that can be changed in every state, in the sequence of its JSON. */
export const orderFields = {
  note: {
    response: Type.String({ description: "Note from the buyer." }),
    input: createLongText(maxTextBytes.note, "Note from the buyer."),
    csv: null,
    example: "Please ring twice.",
  },
  remark: {
    response: Type.String({ description: "Staff note, never shown to the customer." }),
    input: createLongText(maxTextBytes.note, "Staff note, never shown to the customer."),
    csv: null,
    example: "",
  },
} as const satisfies FieldTable;
