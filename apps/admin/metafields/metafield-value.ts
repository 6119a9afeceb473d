import type { OperationResponse, operations } from "@souk/contract";
import { texts } from "../texts.ts";

export type Metafield = OperationResponse<typeof operations.getProductMetafield>["metafield"];
export type ValueType = Metafield["value_type"];

export const valueTypes: readonly ValueType[] = ["String", "Integer", "Json"];

/** Format a metafield value as the text that people edit. */
export function formatMetafieldValue(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : String(value ?? "");
}

/** Parse a text as a metafield value of the given type. If the text is not valid, return the error as a sentence. */
export function parseMetafieldValue(
  text: string,
  type: ValueType,
): { value: string | number | object } | { error: string } {
  const { required, wholeNumber, json } = texts.metafields.valueErrors;
  if (type === "String") return text === "" ? { error: required } : { value: text };
  if (text.trim() === "") return { error: required };
  if (type === "Integer") {
    const value = Number(text);
    return Number.isSafeInteger(value) ? { value } : { error: wholeNumber };
  }
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? { value } : { error: json };
}

/** Parse a text as JSON. Return undefined if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Return a metafield's full name, `namespace.key`. */
export function formatMetafieldName({ namespace, key }: Pick<Metafield, "namespace" | "key">): string {
  return `${namespace}.${key}`;
}
