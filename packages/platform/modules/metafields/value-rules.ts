import { type FieldError, type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";

/** The types of a metafield's value. */
export type ValueType = "String" | "Integer" | "Json";

/** The maximum number of characters of a value's JSON text. */
const maxCharacters = 65_536;
// The maximum nesting of a value. A request body may be nested 32 levels deep, and `{ metafield: { value } }` takes two of them.
const maxDepth = 30;

type ReadResult = { ok: true; text: string } | { ok: false; problem: FieldProblem };

/**
 * Find out why a JSON value cannot be stored. The value may have been sent as JSON text, which the request body's checks do not
 * look into.
 * @returns the message, or null if the value is valid
 */
function findJsonError(value: unknown, depth: number): string | null {
  if (depth > maxDepth) return `{field} must not be nested deeper than ${maxDepth} levels.`;
  if (typeof value === "string") return findTextError(value);
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? "{field} contains a number that is too large." : null;
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [key, nestedValue] of Object.entries(value)) {
    if (key === "__proto__" || key === "constructor") return `{field} must not have a key named ${key}.`;
    const error = findTextError(key) ?? findJsonError(nestedValue, depth + 1);
    if (error !== null) return error;
  }
  return null;
}

function findTextError(text: string): string | null {
  if (text.includes("\0")) return "{field} must not contain the character NUL.";
  return text.isWellFormed() ? null : "{field} must be well-formed Unicode.";
}

function readInteger(value: unknown): ReadResult {
  const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number)
    ? { ok: true, text: String(number) }
    : {
        ok: false,
        problem: fieldProblem(
          "invalid_type",
          { types: ["integer"] },
          "{field} must be a whole number, because value_type is Integer.",
        ),
      };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readJson(value: unknown): ReadResult {
  const json = typeof value === "string" ? parseJson(value) : value;
  if (typeof json !== "object" || json === null)
    return {
      ok: false,
      problem: fieldProblem(
        "invalid_type",
        { types: ["object", "array"] },
        "{field} must be an object or an array, or the JSON text of one, because value_type is Json.",
      ),
    };
  const message = findJsonError(json, 1);
  if (message !== null)
    return { ok: false, problem: fieldProblem("invalid_format", { format: "json" }, message) };
  const text = JSON.stringify(json);
  return text.length > maxCharacters
    ? { ok: false, problem: fieldProblem("too_long", { max: maxCharacters, unit: "characters" }) }
    : { ok: true, text };
}

function readByType(value: unknown, type: ValueType): ReadResult {
  switch (type) {
    case "String":
      return typeof value === "string"
        ? { ok: true, text: JSON.stringify(value) }
        : {
            ok: false,
            problem: fieldProblem(
              "invalid_type",
              { types: ["string"] },
              "{field} must be a string, because value_type is String.",
            ),
          };
    case "Integer":
      return readInteger(value);
    case "Json":
      return readJson(value);
  }
}

/** Convert a metafield's value to JSON text by its type (SNP-3). @throws ApiError `invalid` for `value` */
export function readValue(value: unknown, type: ValueType): string {
  const result = readByType(value, type);
  if (result.ok) return result.text;
  const fields: FieldError[] = [{ path: "value", ...result.problem }];
  return throwApiError("invalid", { fields });
}
