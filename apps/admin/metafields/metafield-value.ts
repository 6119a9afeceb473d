import type { OperationResponse, operations } from "@souk/contract";
import { texts } from "../texts.ts";

export type Metafield = OperationResponse<typeof operations.getProductMetafield>["metafield"];
export type ValueType = Metafield["value_type"];

export const valueTypes: readonly ValueType[] = ["String", "Integer", "Json"];

/** Return a value as text for editing. */
export function textOfValue(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : String(value ?? "");
}

/** Parse a text as the value of a type; return what is wrong if it does not fit. */
export function readValue(
  text: string,
  type: ValueType,
): { value: string | number | object } | { error: string } {
  const { required: needed, whole, json } = texts.metafields.wrong;
  if (type === "String") return text === "" ? { error: needed } : { value: text };
  if (text.trim() === "") return { error: needed };
  if (type === "Integer") {
    const value = Number(text);
    return Number.isSafeInteger(value) ? { value } : { error: whole };
  }
  const value = parsed(text);
  return typeof value === "object" && value !== null ? { value } : { error: json };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Return a metafield's full name: its namespace and key. */
export function formatName({ namespace, key }: Pick<Metafield, "namespace" | "key">): string {
  return `${namespace}.${key}`;
}
