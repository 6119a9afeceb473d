import { type FieldError, refuse } from "@souk/contract";
import { printable } from "../printable.ts";

const maxDepth = 32;
const maxKeys = 10_000;
const mostErrors = 20;

const quote = 0x22;
const backslash = 0x5c;

/** Refuses a bomb by its bytes: parsing a megabyte of brackets or keys takes far longer than counting them. */
function refuseBomb(bytes: Buffer): void {
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
    refuse("malformed_json", { message: `The body is nested deeper than ${maxDepth} levels.` });
  if (keys > maxKeys) refuse("malformed_json", { message: `The body has more than ${maxKeys} keys.` });
}

/** Where the string that begins at a quote ends. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Where the walk is, and what it found. */
interface Walk {
  path: (string | number)[];
  errors: FieldError[];
}

function note({ path, errors }: Walk, message: string): void {
  if (errors.length < mostErrors) errors.push({ path: path.join("."), message });
}

function inspectText(text: string, walk: Walk): void {
  if (text.includes("\0")) note(walk, "must not contain the character NUL");
  // Half of a surrogate pair is no character; PostgreSQL would refuse it, or keep another one in its place.
  if (!text.isWellFormed()) note(walk, "must be well-formed Unicode");
}

function inspect(value: unknown, walk: Walk): void {
  if (typeof value === "string") {
    inspectText(value, walk);
  } else if (typeof value === "number") {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) note(walk, "is too large a number");
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
      refuse("malformed_json", { message: `The body has a key named ${key}, which is not taken.` });
    }
    path.push(printable(key));
    // Some fields keep the names of what they hold, as they were sent.
    inspectText(key, walk);
    inspect(inner, walk);
    path.pop();
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a JSON body strictly: UTF-8, at most 32 levels and 10,000 keys, no `__proto__` or `constructor` key, no NUL, no
 * number beyond what an integer can hold exactly (hardening.md, "Incoming calls").
 * @param wrapper the name that the body may be wrapped in; a wrong field is named without it
 * @throws Refusal malformed_json or invalid, naming the field
 */
export function readJson(bytes: Buffer, wrapper?: string): unknown {
  refuseBomb(bytes);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    refuse("malformed_json");
  }
  const walk: Walk = { path: [], errors: [] };
  inspect(value, walk);
  if (walk.errors.length > 0) refuse("invalid", { fields: unwrapped(walk.errors, wrapper) });
  return value;
}

function unwrapped(errors: FieldError[], wrapper: string | undefined): FieldError[] {
  const start = `${wrapper}.`;
  return errors.map((error) =>
    error.path.startsWith(start) ? { ...error, path: error.path.slice(start.length) } : error,
  );
}

/** Whether a Content-Type header is JSON. Anything else, malformed ones too, is refused by the caller (415). */
export function isJsonType(header: string | undefined): boolean {
  return header !== undefined && /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*$/i.test(header);
}
