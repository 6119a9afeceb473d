import {
  emailPattern,
  type FieldError,
  type FieldErrorParams,
  type FieldFormat,
  type FieldProblem,
  fieldError,
  fieldProblem,
} from "@souk/contract";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

/**
 * Returns the errors of a value, an empty list when it fits. Never changes the value
 * (docs/spec/hardening.md#incoming-requests).
 */
export type Validator = (value: unknown) => FieldError[];

interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: object;
  message: string;
}

function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** The limits in a schema that an error points at. */
interface LimitingSchema {
  not?: { const?: Allowed };
  description?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

type Allowed = string | number | boolean | null;

/** Find the part of the schema that an error points at. */
function schemaAt(schema: TSchema, pointer: string): LimitingSchema {
  let at: unknown = schema;
  for (const part of pointer.split("/").slice(1)) at = (at as Record<string, unknown> | undefined)?.[part];
  return (at ?? {}) as LimitingSchema;
}

/**
 * Return the limits of a number, also the one that the value meets; the range that JSON holds exactly is not
 * worth naming.
 */
function getRange({ minimum, maximum }: LimitingSchema): FieldErrorParams["out_of_range"] {
  return {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { max: maximum }),
  };
}

const formats: Readonly<Record<string, FieldFormat>> = {
  "date-time": "date_time",
  date: "date",
  email: "email",
  uri: "url",
};

function formatProblem({ pattern, description }: LimitingSchema): FieldProblem {
  if (pattern?.includes(emailPattern)) return fieldProblem("invalid_format", { format: "email" });
  const params = { format: "pattern", ...(pattern === undefined ? {} : { pattern }) } as const;
  return description === undefined
    ? fieldProblem("invalid_format", params)
    : fieldProblem("invalid_format", params, `{field} does not have the required format. ${description}`);
}

/** The field problem of each limit, by its keyword in JSON Schema. */
const limitProblems: Readonly<Record<string, (limit: number, schema: LimitingSchema) => FieldProblem>> = {
  minimum: (_, schema) => fieldProblem("out_of_range", getRange(schema)),
  maximum: (_, schema) => fieldProblem("out_of_range", getRange(schema)),
  exclusiveMinimum: (limit) => fieldProblem("out_of_range", { greater_than: limit }),
  minLength: (min) =>
    min === 1 ? fieldProblem("required") : fieldProblem("too_short", { min, unit: "characters" }),
  maxLength: (max) => fieldProblem("too_long", { max, unit: "characters" }),
  minItems: (min) => fieldProblem("too_few", { min }),
  maxItems: (max) => fieldProblem("too_many", { max }),
};

function toFieldProblem({ keyword, schemaPath, ...error }: SchemaError, schema: TSchema): FieldProblem {
  const params = error.params as Record<string, unknown>;
  const at = schemaAt(schema, schemaPath);
  switch (keyword) {
    case "not":
      return fieldProblem("not_allowed", { forbidden: [at.not?.const ?? null] });
    case "const":
      return fieldProblem("not_allowed", { allowed: [params.allowedValue as Allowed] });
    case "enum":
      return fieldProblem("not_allowed", { allowed: (params.allowedValues ?? []) as Allowed[] });
    case "pattern":
      return formatProblem(at);
    case "format":
      return fieldProblem("invalid_format", { format: formats[String(params.format)] ?? "pattern" });
    case "type":
      return fieldProblem("invalid_type", { types: [params.type].flat().map(String) });
    case "uniqueItems":
      return fieldProblem("not_unique");
    default:
      return (
        limitProblems[keyword]?.(Number(params.limit), at) ??
        fieldProblem("invalid_format", { format: "pattern" })
      );
  }
}

function toFieldErrors(error: JoinedError, schema: TSchema): FieldError[] {
  const path = dotted(error.instancePath);
  if (error.keyword === "required") {
    const { requiredProperties = [] } = error.params as { requiredProperties?: string[] };
    return requiredProperties.map((name) => fieldError(path === "" ? name : `${path}.${name}`, "required"));
  }
  return [{ path, ...(error.problem ?? toFieldProblem(error, schema)) }];
}

/** Keywords whose errors say nothing about a value whose type an alternative accepts. */
const ofOtherTypes: readonly string[] = ["anyOf", "type", "required", "enum", "const"];

/** An error, or several errors of one union's branches joined into one problem. */
type JoinedError = SchemaError & { problem?: FieldProblem };

/**
 * Join the errors of alternatives into one sentence: the limit of the branch whose type the value has, or
 * else the accepted types and values.
 */
function joinBranches(errors: SchemaError[]): JoinedError[] {
  const unions = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === "anyOf" ? instancePath : [])),
  );
  const limited = new Set(
    errors.flatMap(({ keyword, instancePath }) => (ofOtherTypes.includes(keyword) ? [] : instancePath)),
  );
  return errors.flatMap((error): JoinedError[] => {
    const { keyword, instancePath } = error;
    if (!unions.has(instancePath) || keyword === "required") return [error];
    if (limited.has(instancePath)) return ofOtherTypes.includes(keyword) ? [] : [error];
    return keyword === "anyOf" ? [{ ...error, problem: unionProblem(errors, instancePath) }] : [];
  });
}

/** List the values that the branches of a union accept, or else their types. */
function unionProblem(errors: readonly SchemaError[], instancePath: string): FieldProblem {
  const branches = errors.filter((branch) => branch.instancePath === instancePath);
  const params = branches.map((branch) => ({ keyword: branch.keyword, ...branch.params })) as {
    keyword: string;
    type?: string;
    allowedValue?: Allowed;
    allowedValues?: Allowed[];
  }[];
  const types = params.flatMap(({ keyword, type }) => (keyword === "type" && type ? type : []));
  const values = params.flatMap(({ keyword, allowedValue, allowedValues = [] }) =>
    keyword === "const" ? [allowedValue ?? null] : allowedValues,
  );
  const isList = values.length > 0 && types.every((type) => type === "null");
  return isList
    ? fieldProblem("not_allowed", { allowed: [...new Set([...values, ...types.map(() => null)])] })
    : fieldProblem("invalid_type", {
        types: [...new Set([...values.map((value) => typeof value), ...types])],
      });
}

/**
 * Compile a schema once, with the first value, so that a process starts without compiling unused ones. All
 * errors are collected, at most 20 are returned.
 */
export function createValidator(schema: TSchema): Validator {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return [];
    const errors = joinBranches([...compiled.Errors(value)] as SchemaError[]);
    const fields = errors.flatMap((error) => toFieldErrors(error, schema)).slice(0, 20);
    return fields.length > 0 ? fields : [fieldError("", "invalid_format", { format: "pattern" })];
  };
}
