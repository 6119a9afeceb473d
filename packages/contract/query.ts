import { type FieldError, type FieldProblem, fieldProblem } from "./field-errors.ts";
import { parseDate, toInstant } from "./local-time.ts";
import { decodeIdCursor, decodeTimeCursor, type IdCursor, type TimeCursor } from "./paging.ts";

/**
 * Definition of a query parameter: how its value is read and what happens to an invalid value. `page` and `limit`
 * fall back to defaults, dates are ignored with a warning (LST-6), everything else is rejected by name.
 */
export type QueryParameter =
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
  /** Position of a walk by id: the `next_cursor` of the previous response. */
  | { kind: "cursor" }
  /** Position of a walk by time: the `next_cursor` of the previous response. */
  | { kind: "time_cursor" }
  | { kind: "sort"; by: readonly string[]; default: string }
  /**
   * `store`: wall-clock time in the store's time zone, ignoring a sent offset (LST-7). `offset`: the instant counts.
   */
  | { kind: "date"; bound: "min" | "max"; timezone: "store" | "offset" };

export type QuerySpec = Readonly<Record<string, QueryParameter & { description?: string }>>;

export interface Sort {
  field: string;
  direction: "asc" | "desc";
  /** False when the request named no sort: a walk by since_id is then sorted by id. */
  isExplicit: boolean;
}

/** Fields to keep (`fields=a,b`) and to drop (`fields=-a`); id is always kept. */
export interface FieldSelection {
  keep: string[];
  drop: string[];
}

type ParameterValue<P extends QueryParameter> = P extends { kind: "page" | "limit" }
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
                    ? IdCursor | undefined
                    : P extends { kind: "time_cursor" }
                      ? TimeCursor | undefined
                      : string | undefined;

/** Parsed values of a query. */
export type QueryValues<Q extends QuerySpec> = { [K in keyof Q]: ParameterValue<Q[K]> };

export interface ParsedQuery<Q extends QuerySpec> {
  value: QueryValues<Q>;
  errors: FieldError[];
  /** Texts for the Service-Warning header. */
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

function rangeParams({ minimum, maximum }: Range): { min?: number; max?: number } {
  return {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  };
}

/** Describe a range, for example "a whole number from 1 to 90". */
export function describeRange({ minimum, maximum }: Range): string {
  const from = minimum === undefined ? "" : ` from ${minimum}`;
  return `a whole number${from}${maximum === undefined ? "" : ` to ${maximum}`}`;
}

type Outcome = { value: unknown } | { error: FieldProblem } | { warning: string };

function readIds(text: string): Outcome {
  const ids = text
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => readInteger(part.trim()));
  if (ids.some((id) => id === null || id < 1))
    return { error: fieldProblem("invalid_format", { format: "ids" }) };
  return ids.length > 500 ? { error: fieldProblem("too_many", { max: 500 }) } : { value: ids };
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
    const allowed = by.flatMap((name) => [`${name}.asc`, `${name}.desc`]);
    const sentence = `{field} must be one of ${by.join(", ")}, followed by .asc or .desc, such as ${by[0]}.asc.`;
    return { error: fieldProblem("not_allowed", { allowed }, sentence) };
  }
  return { value: { field, direction, isExplicit: true } };
}

function readDateFilter(
  name: string,
  text: string,
  kind: QueryParameter & { kind: "date" },
  zone: string,
): Outcome {
  const date = parseDate(text);
  if (!date) return { warning: `ignored parameter "${name}": not a date` };
  const local = kind.timezone === "store" || date.offsetMs === null;
  const instant = local
    ? toInstant(date.wallMs, zone, kind.bound === "min" ? "earlier" : "later")
    : date.wallMs - (date.offsetMs ?? 0);
  return { value: new Date(instant) };
}

function toCursorOutcome(after: unknown): Outcome {
  return after === null ? { error: fieldProblem("invalid_format", { format: "cursor" }) } : { value: after };
}

function readOne(name: string, text: string, parameter: QueryParameter, zone: string): Outcome {
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
      return id === null || id < 0 || id > maxId
        ? { error: fieldProblem("invalid_format", { format: "id" }) }
        : { value: id };
    }
    case "integer": {
      const value = readInteger(text);
      if (value === null) return { error: fieldProblem("invalid_format", { format: "integer" }) };
      return isWithin(value, parameter)
        ? { value }
        : { error: fieldProblem("out_of_range", rangeParams(parameter)) };
    }
    case "ids":
      return readIds(text);
    case "text":
      return text.length > parameter.maxLength
        ? { error: fieldProblem("too_long", { max: parameter.maxLength, unit: "characters" }) }
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
        : { error: fieldProblem("not_allowed", { allowed: parameter.of }) };
    case "boolean":
      return text === "true" || text === "1"
        ? { value: true }
        : text === "false" || text === "0"
          ? { value: false }
          : { error: fieldProblem("invalid_format", { format: "boolean" }) };
    case "fields":
      return readFields(text);
    case "cursor":
      return toCursorOutcome(decodeIdCursor(text));
    case "time_cursor":
      return toCursorOutcome(decodeTimeCursor(text));
    case "sort":
      return readSort(text, parameter.by);
    case "date":
      return readDateFilter(name, text, parameter, zone);
  }
}

function fallback(parameter: QueryParameter): unknown {
  if (parameter.kind === "page") return 1;
  if (parameter.kind === "limit") return parameter.default;
  if (parameter.kind === "sort") {
    const [field, direction] = parameter.default.split(".");
    return { field, direction, isExplicit: false };
  }
  return undefined;
}

/**
 * Parse a decoded query by its specification. Unknown parameters are ignored; the last value of a repeated parameter
 * counts.
 * @param raw decoded pairs in the order they were sent
 * @param zone the store's IANA time zone, for dates without an offset
 */
export function parseQuery<Q extends QuerySpec>(
  spec: Q,
  raw: Iterable<readonly [string, string]>,
  zone: string,
): ParsedQuery<Q> {
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
    if ("error" in outcome) errors.push({ path: name, ...outcome.error });
    else if ("warning" in outcome) warnings.push(outcome.warning);
    else value[name] = outcome.value;
  }
  return { value: value as QueryValues<Q>, errors, warnings };
}

/** Parameters of a list with page paging only: page and limit. */
export const pageParameters = {
  page: {
    kind: "page",
    description: "Page number, starting at 1. A page past the last returns the last page.",
  },
  limit: { kind: "limit", default: 50, description: "Records per page, from 1 to 250." },
} as const satisfies QuerySpec;

/** Parameters of every API list: page, limit, ids, fields. */
export const listParameters = {
  ...pageParameters,
  ids: { kind: "ids", description: "Returns the records with these ids. Comma-separated, at most 500." },
  fields: {
    kind: "fields",
    description:
      "Fields to return: `a,b` returns only these fields, `-a` omits one. `id` is always returned.",
  },
} as const satisfies QuerySpec;

/** Parameters of every 4.0 list: those of any list, and cursor. */
export const cursorListParameters = {
  ...listParameters,
  cursor: {
    kind: "cursor",
    description:
      "The `next_cursor` of the previous response. Continues after it by id; replaces `page` and `sort`.",
  },
} as const satisfies QuerySpec;

/** Parameters of a list with a cursor by time. */
export const timeListParameters = {
  ...listParameters,
  cursor: {
    kind: "time_cursor",
    description:
      "The `next_cursor` of the previous response. Continues after it in the order of `sort`; replaces `page`.",
  },
} as const satisfies QuerySpec;
