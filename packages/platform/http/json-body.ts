import { type FieldError, type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";
import { toStorableText } from "../infrastructure/storable-text.ts";

const maxDepth = 32;
const maxKeys = 10_000;
const maxErrors = 20;
const max = Number.MAX_SAFE_INTEGER;

const quote = 0x22;
const backslash = 0x5c;

/** Reject a bomb by its bytes: parsing a megabyte of brackets or keys takes far longer than counting them. */
function rejectOversizedJson(bytes: Buffer): void {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at] ?? 0) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case 0x3a: // a colon
        keys += 1;
        break;
      case 0x5b: // [ and {
      case 0x7b:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ] and }
      case 0x7d:
        depth -= 1;
    }
  }
  if (deepest > maxDepth)
    throwApiError("malformed_json", { message: `The body is nested more than ${maxDepth} levels deep.` });
  if (keys > maxKeys) throwApiError("malformed_json", { message: `The body has more than ${maxKeys} keys.` });
}

/** Return where the string that begins at a quote ends. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The position of the walk and what it found. */
interface Walk {
  path: (string | number)[];
  errors: FieldError[];
}

function note({ path, errors }: Walk, problem: FieldProblem): void {
  if (errors.length < maxErrors) errors.push({ path: path.join("."), ...problem });
}

// Built once: a body may have a hundred thousand wrong values.
const hasNul = fieldProblem(
  "invalid_format",
  { format: "text" },
  "{field} must not contain the character NUL.",
);
const isMalformed = fieldProblem(
  "invalid_format",
  { format: "text" },
  "{field} must be well-formed Unicode.",
);
const isUnsafe = fieldProblem("out_of_range", { min: -max, max });

function inspectText(text: string, walk: Walk): void {
  if (text.includes("\0")) note(walk, hasNul);
  // Half of a surrogate pair is not a character; PostgreSQL would reject it or store another one in its place.
  if (!text.isWellFormed()) note(walk, isMalformed);
}

function inspect(value: unknown, walk: Walk): void {
  if (typeof value === "string") {
    inspectText(value, walk);
  } else if (typeof value === "number") {
    if (Math.abs(value) > max) note(walk, isUnsafe);
  } else if (typeof value === "object" && value !== null) {
    inspectFields(value, walk);
  }
}

function inspectFields(value: object, walk: Walk): void {
  const { path } = walk;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      path.push(at);
      inspect(value[at], walk);
      path.pop();
    }
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__" || key === "constructor") {
      throwApiError("malformed_json", { message: `The body must not have a key named ${key}.` });
    }
    path.push(toStorableText(key));
    // Some fields keep the names of what they hold, as they were sent.
    inspectText(key, walk);
    inspect(inner, walk);
    path.pop();
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Read a JSON body strictly: UTF-8, at most 32 levels and 10,000 keys, no `__proto__` or `constructor` key,
 * no NUL, no number beyond what an integer can hold exactly (docs/spec/hardening.md#incoming-requests).
 * @param wrapper the name that the body may be wrapped in; a wrong field is named without it
 * @throws ApiError malformed_json or invalid, naming the field
 */
export function readJson(bytes: Buffer, wrapper?: string): unknown {
  rejectOversizedJson(bytes);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throwApiError("malformed_json");
  }
  const walk: Walk = { path: [], errors: [] };
  inspect(value, walk);
  if (walk.errors.length > 0) throwApiError("invalid", { fields: unwrapped(walk.errors, wrapper) });
  return value;
}

function unwrapped(errors: FieldError[], wrapper: string | undefined): FieldError[] {
  const start = `${wrapper}.`;
  return errors.map((error) =>
    error.path.startsWith(start) ? { ...error, path: error.path.slice(start.length) } : error,
  );
}

/**
 * Return whether a Content-Type header is JSON. The caller rejects anything else, malformed ones too (415).
 */
export function isJsonType(header: string | undefined): boolean {
  return header !== undefined && /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i.test(header);
}
