import { type FieldError, type FieldProblem, fieldProblem, throwApiError } from "@souk/contract";
import { toStorableText } from "../infrastructure/storable-text.ts";

// The limits of a body's nesting and keys, and of the errors in one response.
const maxDepth = 32;
const maxKeys = 10_000;
const maxErrors = 20;
const maxInteger = Number.MAX_SAFE_INTEGER;

const quote = 0x22;
const backslash = 0x5c;

/** Reject a body with too many levels or keys before it is parsed, because counting them is much faster. */
function rejectOversizedJson(bytes: Buffer): void {
  let depth = 0;
  let maxSeenDepth = 0;
  let keyCount = 0;
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index] ?? 0) {
      case quote:
        index = findStringEnd(bytes, index);
        break;
      case 0x3a: // a colon
        keyCount += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxSeenDepth) maxSeenDepth = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  if (maxSeenDepth > maxDepth)
    throwApiError("malformed_json", { message: `The body is nested more than ${maxDepth} levels deep.` });
  if (keyCount > maxKeys)
    throwApiError("malformed_json", { message: `The body has more than ${maxKeys} keys.` });
}

/** Return the index of the quote that ends the string. @param start the index of its first quote */
function findStringEnd(bytes: Buffer, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}

/** The path of the current value, and the errors found so far. */
interface CheckState {
  path: (string | number)[];
  errors: FieldError[];
}

function addError({ path, errors }: CheckState, problem: FieldProblem): void {
  if (errors.length < maxErrors) errors.push({ path: path.join("."), ...problem });
}

// Created once, because a body may have a hundred thousand invalid values.
const nulProblem = fieldProblem(
  "invalid_format",
  { format: "text" },
  "{field} must not contain the character NUL.",
);
const malformedUnicodeProblem = fieldProblem(
  "invalid_format",
  { format: "text" },
  "{field} must be well-formed Unicode.",
);
const unsafeNumberProblem = fieldProblem("out_of_range", { min: -maxInteger, max: maxInteger });

function checkText(text: string, state: CheckState): void {
  if (text.includes("\0")) addError(state, nulProblem);
  // An unpaired surrogate is not a character. PostgreSQL would reject or replace it.
  if (!text.isWellFormed()) addError(state, malformedUnicodeProblem);
}

function checkValue(value: unknown, state: CheckState): void {
  if (typeof value === "string") {
    checkText(value, state);
  } else if (typeof value === "number") {
    if (Math.abs(value) > maxInteger) addError(state, unsafeNumberProblem);
  } else if (typeof value === "object" && value !== null) {
    checkMembers(value, state);
  }
}

function checkMembers(value: object, state: CheckState): void {
  const { path } = state;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      checkValue(value[index], state);
      path.pop();
    }
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === "__proto__" || key === "constructor") {
      throwApiError("malformed_json", { message: `The body must not have a key named ${key}.` });
    }
    path.push(toStorableText(key));
    // Some fields store the keys of an object as they were sent.
    checkText(key, state);
    checkValue(member, state);
    path.pop();
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parse a JSON body strictly. It must be UTF-8 with at most 32 levels and 10,000 keys, without a `__proto__` or
 * `constructor` key, without NUL, and without numbers outside the safe integer range
 * (docs/spec/hardening.md#incoming-requests).
 * @param wrapper the key that may wrap the whole body; the paths of field errors omit it
 * @throws ApiError `malformed_json`; `invalid` for each field with an invalid text or number
 */
export function readJson(bytes: Buffer, wrapper?: string): unknown {
  rejectOversizedJson(bytes);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throwApiError("malformed_json");
  }
  const state: CheckState = { path: [], errors: [] };
  checkValue(value, state);
  if (state.errors.length > 0) throwApiError("invalid", { fields: removeWrapper(state.errors, wrapper) });
  return value;
}

function removeWrapper(errors: FieldError[], wrapper: string | undefined): FieldError[] {
  const prefix = `${wrapper}.`;
  return errors.map((error) =>
    error.path.startsWith(prefix) ? { ...error, path: error.path.slice(prefix.length) } : error,
  );
}

/**
 * Return whether a Content-Type header is JSON. The caller rejects any other or malformed header with 415.
 */
export function isJsonType(header: string | undefined): boolean {
  return header !== undefined && /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i.test(header);
}
