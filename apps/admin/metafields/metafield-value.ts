import type { AnswerOf, operations } from "@souk/contract";
import { strings } from "./strings.ts";

export type Metafield = AnswerOf<typeof operations.getProductMetafield>["metafield"];
export type ValueType = Metafield["value_type"];

export const valueTypes: readonly ValueType[] = ["String", "Integer", "Json"];

/** A value as it is edited. */
export function textOfValue(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : String(value ?? "");
}

/** A text as the value of a type, or what is wrong with it. */
export function readValue(
  text: string,
  type: ValueType,
): { value: string | number | object } | { fault: string } {
  const { needed, whole, json } = strings.wrong;
  if (type === "String") return text === "" ? { fault: needed } : { value: text };
  if (text.trim() === "") return { fault: needed };
  if (type === "Integer") {
    const value = Number(text);
    return Number.isSafeInteger(value) ? { value } : { fault: whole };
  }
  const value = parsed(text);
  return typeof value === "object" && value !== null ? { value } : { fault: json };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a metafield is called: its namespace and key. */
export function nameOf({ namespace, key }: Pick<Metafield, "namespace" | "key">): string {
  return `${namespace}.${key}`;
}
