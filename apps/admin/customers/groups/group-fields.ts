import { texts } from "../../texts.ts";

const { name, description } = texts.customersGroups.fields;

/** The labels and kinds of the customer group form's fields. */
export const groupFieldWords = { name, description: { ...description, kind: "multiline" } } as const;
