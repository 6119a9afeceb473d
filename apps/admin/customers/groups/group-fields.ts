import { texts } from "../../texts.ts";

const { name, description } = texts.customersGroups.fields;

/** The fields of a customer group. */
export const groupFields = { name, description: { ...description, kind: "multiline" } } as const;
