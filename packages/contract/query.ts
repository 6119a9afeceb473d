import { type FieldError, type FieldProblem, fieldProblem } from "./field-errors.ts";
import { parseDate, toInstant } from "./local-time.ts";
import { decodeIdCursor, decodeTimeCursor, type IdCursor, type TimeCursor } from "./paging.ts";

/**
 * Definition of a query parameter. Invalid values of `page` and `limit` are replaced by valid ones, invalid dates
 * are ignored with a warning (LST-6), and other invalid values are rejected.
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
  /** Position in a list that is paged by id: the `next_cursor` of the previous response. */
  | { kind: "cursor" }
  /** Position in a list that is paged by time: the `next_cursor` of the previous response. */
  | { kind: "time_cursor" }
  | { kind: "sort"; by: readonly string[]; default: string }
  /**
   * `store`: the date is local time in the store's time zone; a UTC offset in the value is ignored (LST-7). `offset`: a
   * UTC offset in the value is applied.
   */
  | { kind: "date"; bound: "min" | "max"; timezone: "store" | "offset" };

export type QuerySpec = Readonly<Record<string, QueryParameter & { description?: string }>>;

export interface Sort {
  field: string;
  direction: "asc" | "desc";
  /** False if the request had no `sort` parameter. In this case, a list with `since_id` is sorted by id. */
  isExplicit: boolean;
}

/** Fields to return (`fields=a,b`) and to omit (`fields=-a`). `id` is always returned. */
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
  /** Messages for the Service-Warning header. */
  warnings: string[];
}

const maxIds = 500;
const maxRecordsPerPage = 250;

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

function toErrorParams({ minimum, maximum }: Range): { min?: number; max?: number } {
  return {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
  };
}

/** Describe a range, for example "a whole number from 1 to 90". */
export function describeRange({ minimum, maximum }: Range): string {
  const lowerLimit = minimum === undefined ? "" : ` from ${minimum}`;
  return `a whole number${lowerLimit}${maximum === undefined ? "" : ` to ${maximum}`}`;
}

type Outcome = { value: unknown } | { error: FieldProblem } | { warning: string };

function readIds(text: string): Outcome {
  const ids = text
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => readInteger(part.trim()));
  if (ids.some((id) => id === null || id < 1))
    return { error: fieldProblem("invalid_format", { format: "ids" }) };
  return ids.length > maxIds ? { error: fieldProblem("too_many", { max: maxIds }) } : { value: ids };
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
  const allowed = by.flatMap((name) => [`${name}.asc`, `${name}.desc`]);
  if (!allowed.includes(text)) {
    const sentence = `{field} must be one of ${by.join(", ")}, followed by .asc or .desc, such as ${by[0]}.asc.`;
    return { error: fieldProblem("not_allowed", { allowed }, sentence) };
  }
  const [field, direction] = text.split(".");
  return { value: { field, direction, isExplicit: true } };
}

function readBoolean(text: string): Outcome {
  if (text === "true" || text === "1") return { value: true };
  if (text === "false" || text === "0") return { value: false };
  return { error: fieldProblem("invalid_format", { format: "boolean" }) };
}

function readDateFilter(
  name: string,
  text: string,
  { timezone, bound }: QueryParameter & { kind: "date" },
  zone: string,
): Outcome {
  const date = parseDate(text);
  if (!date) return { warning: `ignored parameter "${name}": not a date` };
  const isLocalTime = timezone === "store" || date.offsetMs === null;
  const instant = isLocalTime
    ? toInstant(date.wallMs, zone, bound === "min" ? "earlier" : "later")
    : date.wallMs - (date.offsetMs ?? 0);
  return { value: new Date(instant) };
}

function toCursorOutcome(cursor: unknown): Outcome {
  return cursor === null
    ? { error: fieldProblem("invalid_format", { format: "cursor" }) }
    : { value: cursor };
}

function readParameter(name: string, text: string, parameter: QueryParameter, zone: string): Outcome {
  switch (parameter.kind) {
    case "page": {
      const page = readInteger(text);
      return { value: page === null || page < 1 ? 1 : page };
    }
    case "limit": {
      const limit = readInteger(text);
      return { value: limit === null || limit < 1 ? parameter.default : Math.min(limit, maxRecordsPerPage) };
    }
    case "id": {
      const id = readInteger(text);
      if (id === null || id < 0) return { error: fieldProblem("invalid_format", { format: "id" }) };
      return { value: id };
    }
    case "integer": {
      const value = readInteger(text);
      if (value === null) return { error: fieldProblem("invalid_format", { format: "integer" }) };
      return isWithin(value, parameter)
        ? { value }
        : { error: fieldProblem("out_of_range", toErrorParams(parameter)) };
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
      return readBoolean(text);
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

function getDefaultValue(parameter: QueryParameter): unknown {
  if (parameter.kind === "page") return 1;
  if (parameter.kind === "limit") return parameter.default;
  if (parameter.kind === "sort") {
    const [field, direction] = parameter.default.split(".");
    return { field, direction, isExplicit: false };
  }
  return undefined;
}

/**
 * Parse a query by its specification. Unknown parameters are ignored. If a parameter is repeated, its last value is used.
 * @param pairs decoded name-value pairs in the sequence of the query string
 * @param zone the store's IANA time zone, for dates without a UTC offset and for parameters with `timezone: "store"`
 */
export function parseQuery<Q extends QuerySpec>(
  spec: Q,
  pairs: Iterable<readonly [string, string]>,
  zone: string,
): ParsedQuery<Q> {
  const texts = new Map(pairs);
  const value: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const warnings: string[] = [];
  for (const [name, parameter] of Object.entries(spec)) {
    const text = texts.get(name);
    const outcome: Outcome =
      text === undefined || text === ""
        ? { value: getDefaultValue(parameter) }
        : readParameter(name, text, parameter, zone);
    if ("error" in outcome) errors.push({ path: name, ...outcome.error });
    else if ("warning" in outcome) warnings.push(outcome.warning);
    else value[name] = outcome.value;
  }
  return { value: value as QueryValues<Q>, errors, warnings };
}

/** Parameters of a list that is paged by page number and has no other common parameters. */
export const pageParameters = {
  page: {
    kind: "page",
    description:
      "Page number, starting at 1. If it is greater than the last page number, the last page is returned.",
  },
  limit: { kind: "limit", default: 50, description: "Records per page, from 1 to 250." },
} as const satisfies QuerySpec;

/** Parameters of every API list: page, limit, ids and fields. */
export const listParameters = {
  ...pageParameters,
  ids: { kind: "ids", description: "Returns the records with these ids. Comma-separated, at most 500." },
  fields: {
    kind: "fields",
    description:
      "Fields to return: `a,b` returns only these fields, `-a` omits the field a. `id` is always returned.",
  },
} as const satisfies QuerySpec;

/** Parameters of every 4.0 list: those of every API list and a cursor by id. */
export const cursorListParameters = {
  ...listParameters,
  cursor: {
    kind: "cursor",
    description:
      "The `next_cursor` of the previous response. Returns the records that follow by id; `page` and `sort` are ignored.",
  },
} as const satisfies QuerySpec;

/** Parameters of a list that is paged by time: those of every API list and a cursor by time. */
export const timeListParameters = {
  ...listParameters,
  cursor: {
    kind: "time_cursor",
    description:
      "The `next_cursor` of the previous response. Returns the records that follow in the order of `sort`; `page` is " +
      "ignored.",
  },
} as const satisfies QuerySpec;
