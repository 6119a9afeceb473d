import { type FieldError, refuse } from "@souk/contract";

const maxDepth = 32;
const maxKeys = 10_000;

interface Walk {
  keys: number;
  errors: FieldError[];
}

function walkKeys(value: object, path: string, depth: number, walk: Walk): void {
  for (const [key, inner] of Object.entries(value)) {
    walk.keys += 1;
    if (walk.keys > maxKeys) refuse("malformed_json", { message: `The body has more than ${maxKeys} keys.` });
    if (key === "__proto__" || key === "constructor") {
      refuse("malformed_json", { message: `The body has a key named ${key}, which is not taken.` });
    }
    inspect(inner, path === "" ? key : `${path}.${key}`, depth + 1, walk);
  }
}

function inspect(value: unknown, path: string, depth: number, walk: Walk): void {
  if (depth > maxDepth)
    refuse("malformed_json", { message: `The body is nested deeper than ${maxDepth} levels.` });
  if (typeof value === "string") {
    if (value.includes("\0")) walk.errors.push({ path, message: "must not contain the character NUL" });
    // Half of a surrogate pair is no character; PostgreSQL would refuse it, or keep another one in its place.
    if (!value.isWellFormed()) walk.errors.push({ path, message: "must be well-formed Unicode" });
  } else if (typeof value === "number") {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
      walk.errors.push({ path, message: "is too large a number" });
  } else if (typeof value === "object" && value !== null) {
    walkKeys(value, path, depth, walk);
  }
}

/**
 * Reads a JSON body strictly: UTF-8, at most 32 levels and 10,000 keys, no `__proto__` or `constructor` key, no NUL, no
 * number beyond what an integer can hold exactly (hardening.md, "Incoming calls").
 * @param wrapper the name that the body may be wrapped in; a wrong field is named without it
 * @throws Refusal malformed_json or invalid, naming the field
 */
export function readJson(bytes: Buffer, wrapper?: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    refuse("malformed_json");
  }
  const walk: Walk = { keys: 0, errors: [] };
  inspect(value, "", 0, walk);
  if (walk.errors.length > 0) refuse("invalid", { fields: named(walk.errors.slice(0, 20), wrapper) });
  return value;
}

function named(errors: FieldError[], wrapper: string | undefined): FieldError[] {
  const start = `${wrapper}.`;
  return errors.map((error) =>
    error.path.startsWith(start) ? { ...error, path: error.path.slice(start.length) } : error,
  );
}

/** Whether a Content-Type header is JSON. Anything else, malformed ones too, is refused by the caller (415). */
export function isJsonType(header: string | undefined): boolean {
  return header !== undefined && /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i.test(header);
}
