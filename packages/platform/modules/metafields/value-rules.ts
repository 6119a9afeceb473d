import { type FieldError, refuse } from "@souk/contract";

export type ValueType = "String" | "Integer" | "Json";

const longest = 65_536;
// A request body may be nested 32 levels; a value that is read can then be sent again in its metafield.
const deepest = 30;

type Read = { ok: true; text: string } | { ok: false; message: string };

/** Why a JSON value cannot be kept, or null. What a request body may not hold, a value given as text may not either. */
function faultOf(value: unknown, depth: number): string | null {
  if (depth > deepest) return `must not be nested deeper than ${deepest} levels`;
  if (typeof value === "string") return textFault(value);
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? "holds too large a number" : null;
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__" || key === "constructor") return `must not have a key named ${key}`;
    const fault = textFault(key) ?? faultOf(inner, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function textFault(text: string): string | null {
  if (text.includes("\0")) return "must not contain the character NUL";
  return text.isWellFormed() ? null : "must be well-formed Unicode";
}

function readInteger(value: unknown): Read {
  const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number)
    ? { ok: true, text: String(number) }
    : { ok: false, message: "must be a whole number, since value_type is Integer" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readJson(value: unknown): Read {
  const json = typeof value === "string" ? parsed(value) : value;
  if (typeof json !== "object" || json === null)
    return {
      ok: false,
      message: "must be an object or a list, or the text of one, since value_type is Json",
    };
  const message = faultOf(json, 1);
  if (message !== null) return { ok: false, message };
  const text = JSON.stringify(json);
  return text.length > longest
    ? { ok: false, message: `must have at most ${longest} characters as text` }
    : { ok: true, text };
}

function read(value: unknown, type: ValueType): Read {
  switch (type) {
    case "String":
      return typeof value === "string"
        ? { ok: true, text: JSON.stringify(value) }
        : { ok: false, message: "must be a text, since value_type is String" };
    case "Integer":
      return readInteger(value);
    case "Json":
      return readJson(value);
  }
}

/** The JSON text of a metafield's value by its type (SNP-3). @throws Refusal invalid naming value */
export function readValue(value: unknown, type: ValueType): string {
  const result = read(value, type);
  if (result.ok) return result.text;
  const fields: FieldError[] = [{ path: "value", message: result.message }];
  return refuse("invalid", { fields });
}
