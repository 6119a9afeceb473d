import type { FieldError } from "./errors.ts";
import { instantOf, readDate } from "./local-time.ts";
import { type IdPlace, type Moment, readCursor, readMomentCursor } from "./paging.ts";

/**
 * A query parameter as data: how it is read and what is done with a value that does not fit.
 * `page` and `limit` fall back, dates are ignored with a warning (LST-6), everything else is refused by name.
 */
export type Parameter =
  | { kind: "page" }
  | { kind: "limit"; default: number }
  | { kind: "id" }
  | { kind: "ids" }
  | { kind: "integer"; minimum?: number; maximum?: number }
  | { kind: "text"; maxLength: number }
  | { kind: "texts" }
  | { kind: "choice"; of: readonly string[] }
  | { kind: "boolean" }
  | { kind: "fields" }
  /** Where a walk goes on: the `next_cursor` of a former answer. */
  | { kind: "cursor" }
  /** The same for a list that goes by time. */
  | { kind: "moment_cursor" }
  | { kind: "sort"; by: readonly string[]; default: string }
  /** `store`: the wall-clock time counts, in the store's zone, whatever offset is sent (LST-7). `offset`: the instant counts. */
  | { kind: "date"; edge: "min" | "max"; reading: "store" | "offset" };

export type QuerySpec = Readonly<Record<string, Parameter & { description?: string }>>;

export interface Sort {
  field: string;
  direction: "asc" | "desc";
  /** False when the request named no sort: a walk by since_id then goes by id. */
  asked: boolean;
}

/** `fields=a,b` keeps, `fields=-a` drops; the id always stays. */
export interface FieldSelection {
  keep: string[];
  drop: string[];
}

type ValueOf<P extends Parameter> = P extends { kind: "page" | "limit" }
  ? number
  : P extends { kind: "id" | "integer" }
    ? number | undefined
    : P extends { kind: "ids" }
      ? number[] | undefined
      : P extends { kind: "texts" }
        ? string[] | undefined
        : P extends { kind: "boolean" }
          ? boolean | undefined
          : P extends { kind: "fields" }
            ? FieldSelection | undefined
            : P extends { kind: "sort" }
              ? Sort
              : P extends { kind: "date" }
                ? Date | undefined
                : P extends { kind: "choice"; of: readonly (infer T)[] }
                  ? T | undefined
                  : P extends { kind: "cursor" }
                    ? IdPlace | undefined
                    : P extends { kind: "moment_cursor" }
                      ? Moment | undefined
                      : string | undefined;

/** What a query is after reading. */
export type QueryOf<Q extends QuerySpec> = { [K in keyof Q]: ValueOf<Q[K]> };

export interface ReadQuery<Q extends QuerySpec> {
  value: QueryOf<Q>;
  errors: FieldError[];
  /** Sentences for the header Service-Warning. */
  warnings: string[];
}

const maxId = Number.MAX_SAFE_INTEGER;

function readInteger(text: string): number | null {
  if (!/^-?\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

interface Range {
  minimum?: number;
  maximum?: number;
}

function isWithin(value: number, { minimum, maximum }: Range): boolean {
  return (minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum);
}

/** A range in words, such as "a whole number from 1 to 90". */
export function rangeOf({ minimum, maximum }: Range): string {
  const from = minimum === undefined ? "" : ` from ${minimum}`;
  return `a whole number${from}${maximum === undefined ? "" : ` to ${maximum}`}`;
}

type Outcome = { value: unknown } | { error: string } | { warning: string };

function readIds(text: string): Outcome {
  const ids = text
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => readInteger(part.trim()));
  if (ids.some((id) => id === null || id < 1)) return { error: "takes ids separated by commas" };
  return ids.length > 500 ? { error: "takes at most 500 ids" } : { value: ids };
}

function readFields(text: string): Outcome {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const drop = names.filter((name) => name.startsWith("-")).map((name) => name.slice(1));
  return { value: { keep: names.filter((name) => !name.startsWith("-")), drop } };
}

function readSort(text: string, by: readonly string[]): Outcome {
  const [field = "", direction = ""] = text.split(".");
  if (!by.includes(field) || (direction !== "asc" && direction !== "desc") || text.split(".").length !== 2) {
    return { error: `takes one of ${by.join(", ")} with .asc or .desc, for example ${by[0]}.asc` };
  }
  return { value: { field, direction, asked: true } };
}

function readDateFilter(
  name: string,
  text: string,
  kind: Parameter & { kind: "date" },
  zone: string,
): Outcome {
  const date = readDate(text);
  if (!date) return { warning: `ignored parameter "${name}": not a date` };
  const local = kind.reading === "store" || date.offsetMs === null;
  const instant = local
    ? instantOf(date.wallMs, zone, kind.edge === "min" ? "earlier" : "later")
    : date.wallMs - (date.offsetMs ?? 0);
  return { value: new Date(instant) };
}

function orRefused(after: unknown): Outcome {
  return after === null ? { error: "takes the next_cursor of a former answer" } : { value: after };
}

function readOne(name: string, text: string, parameter: Parameter, zone: string): Outcome {
  switch (parameter.kind) {
    case "page": {
      const page = readInteger(text);
      return { value: page === null || page < 1 ? 1 : page };
    }
    case "limit": {
      const limit = readInteger(text);
      return { value: limit === null || limit < 1 ? parameter.default : Math.min(limit, 250) };
    }
    case "id": {
      const id = readInteger(text);
      return id === null || id < 0 || id > maxId ? { error: "takes an id, a whole number" } : { value: id };
    }
    case "integer": {
      const value = readInteger(text);
      return value === null || !isWithin(value, parameter)
        ? { error: `takes ${rangeOf(parameter)}` }
        : { value };
    }
    case "ids":
      return readIds(text);
    case "text":
      return text.length > parameter.maxLength
        ? { error: `takes at most ${parameter.maxLength} characters` }
        : { value: text };
    case "texts":
      return {
        value: text
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      };
    case "choice":
      return parameter.of.includes(text)
        ? { value: text }
        : { error: `takes one of ${parameter.of.join(", ")}` };
    case "boolean":
      return text === "true" || text === "1"
        ? { value: true }
        : text === "false" || text === "0"
          ? { value: false }
          : { error: "takes true or false" };
    case "fields":
      return readFields(text);
    case "cursor":
      return orRefused(readCursor(text));
    case "moment_cursor":
      return orRefused(readMomentCursor(text));
    case "sort":
      return readSort(text, parameter.by);
    case "date":
      return readDateFilter(name, text, parameter, zone);
  }
}

function fallback(parameter: Parameter): unknown {
  if (parameter.kind === "page") return 1;
  if (parameter.kind === "limit") return parameter.default;
  if (parameter.kind === "sort") {
    const [field, direction] = parameter.default.split(".");
    return { field, direction, asked: false };
  }
  return undefined;
}

/**
 * Reads a decoded query by its specification. Unknown parameters are ignored; of a repeated one the last counts.
 * @param raw decoded pairs in the order they were sent
 * @param zone the store's IANA time zone, for dates without an offset
 */
export function readQuery<Q extends QuerySpec>(
  spec: Q,
  raw: Iterable<readonly [string, string]>,
  zone: string,
): ReadQuery<Q> {
  const sent = new Map(raw);
  const value: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const warnings: string[] = [];
  for (const [name, parameter] of Object.entries(spec)) {
    const text = sent.get(name);
    const outcome: Outcome =
      text === undefined || text === ""
        ? { value: fallback(parameter) }
        : readOne(name, text, parameter, zone);
    if ("error" in outcome) errors.push({ path: name, message: outcome.error });
    else if ("warning" in outcome) warnings.push(outcome.warning);
    else value[name] = outcome.value;
  }
  return { value: value as QueryOf<Q>, errors, warnings };
}

/** The parameters of a list that is only paged: page and limit. */
export const pageParameters = {
  page: { kind: "page", description: "The page, from 1; one past the last answers the last." },
  limit: { kind: "limit", default: 50, description: "Records a page, 1 to 250." },
} as const satisfies QuerySpec;

/** The parameters every list of the API takes: page, limit, ids, fields. */
export const listParameters = {
  ...pageParameters,
  ids: { kind: "ids", description: "Only the records with these ids." },
  fields: { kind: "fields", description: "`a,b` keeps only these fields, `-a` drops one; id always stays." },
} as const satisfies QuerySpec;

/** The parameters every list of 4.0 takes: those of any list, and cursor. */
export const cursorListParameters = {
  ...listParameters,
  cursor: {
    kind: "cursor",
    description: "The next_cursor of a former answer: goes on after it by id, in place of page and sort.",
  },
} as const satisfies QuerySpec;

/** The same for a list that goes by time. */
export const momentListParameters = {
  ...listParameters,
  cursor: {
    kind: "moment_cursor",
    description:
      "The next_cursor of a former answer: goes on after it, in the order of sort, in place of page.",
  },
} as const satisfies QuerySpec;
