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
 * Returns the errors of a value, or an empty list if it is valid. Never changes or converts the value
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

function toDottedPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** The keywords of a schema that a field problem is built from. */
interface LimitingSchema {
  not?: { const?: JsonScalar };
  description?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

type JsonScalar = string | number | boolean | null;

/** Return the part of a schema at a JSON pointer. */
function getSchemaAt(schema: TSchema, pointer: string): LimitingSchema {
  let subschema: unknown = schema;
  for (const part of pointer.split("/").slice(1))
    subschema = (subschema as Record<string, unknown> | undefined)?.[part];
  return (subschema ?? {}) as LimitingSchema;
}

/**
 * Return both limits of a number, even if the value violates only one. The largest safe integer is omitted,
 * because it tells a reader nothing.
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

function buildFormatProblem({ pattern, description }: LimitingSchema): FieldProblem {
  if (pattern?.includes(emailPattern)) return fieldProblem("invalid_format", { format: "email" });
  const params = { format: "pattern", ...(pattern === undefined ? {} : { pattern }) } as const;
  return description === undefined
    ? fieldProblem("invalid_format", params)
    : fieldProblem("invalid_format", params, `{field} does not have the required format. ${description}`);
}

/** Functions that build the field problem of a violated limit, by the limit's JSON Schema keyword. */
const limitProblemBuilders: Readonly<
  Record<string, (limit: number, schema: LimitingSchema) => FieldProblem>
> = {
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
  const limitSchema = getSchemaAt(schema, schemaPath);
  switch (keyword) {
    case "not":
      return fieldProblem("not_allowed", { forbidden: [limitSchema.not?.const ?? null] });
    case "const":
      return fieldProblem("not_allowed", { allowed: [params.allowedValue as JsonScalar] });
    case "enum":
      return fieldProblem("not_allowed", { allowed: (params.allowedValues ?? []) as JsonScalar[] });
    case "pattern":
      return buildFormatProblem(limitSchema);
    case "format":
      return fieldProblem("invalid_format", { format: formats[String(params.format)] ?? "pattern" });
    case "type":
      return fieldProblem("invalid_type", { types: [params.type].flat().map(String) });
    case "uniqueItems":
      return fieldProblem("not_unique");
    default:
      return (
        limitProblemBuilders[keyword]?.(Number(params.limit), limitSchema) ??
        fieldProblem("invalid_format", { format: "pattern" })
      );
  }
}

function toFieldErrors(error: ReducedError, schema: TSchema): FieldError[] {
  const path = toDottedPath(error.instancePath);
  if (error.keyword === "required") {
    const { requiredProperties = [] } = error.params as { requiredProperties?: string[] };
    return requiredProperties.map((name) => fieldError(path === "" ? name : `${path}.${name}`, "required"));
  }
  return [{ path, ...(error.problem ?? toFieldProblem(error, schema)) }];
}

/**
 * Keywords about the type of a value in a union. Their errors are dropped if the value has the type of one alternative of the
 * union and violates a limit of that alternative.
 */
const typeKeywords: readonly string[] = ["anyOf", "type", "required", "enum", "const"];

/** A schema error. If `problem` is set, it stands for all errors of a union. */
type ReducedError = SchemaError & { problem?: FieldProblem };

/**
 * Reduce the errors of each union (`anyOf`). If the value has the type of an alternative, keep the error about the
 * violated limit; otherwise build one error that lists the accepted types or values.
 */
function reduceUnionErrors(errors: SchemaError[]): ReducedError[] {
  const unionPaths = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === "anyOf" ? instancePath : [])),
  );
  const pathsWithViolatedLimit = new Set(
    errors.flatMap(({ keyword, instancePath }) => (typeKeywords.includes(keyword) ? [] : instancePath)),
  );
  return errors.flatMap((error): ReducedError[] => {
    const { keyword, instancePath } = error;
    if (!unionPaths.has(instancePath) || keyword === "required") return [error];
    if (pathsWithViolatedLimit.has(instancePath)) return typeKeywords.includes(keyword) ? [] : [error];
    return keyword === "anyOf" ? [{ ...error, problem: buildUnionProblem(errors, instancePath) }] : [];
  });
}

/** Build the problem of a value that no alternative of a union accepts. It lists the accepted values or types. */
function buildUnionProblem(errors: readonly SchemaError[], instancePath: string): FieldProblem {
  const errorsOfValue = errors.filter((error) => error.instancePath === instancePath);
  const params = errorsOfValue.map((error) => ({ keyword: error.keyword, ...error.params })) as {
    keyword: string;
    type?: string;
    allowedValue?: JsonScalar;
    allowedValues?: JsonScalar[];
  }[];
  const types = params.flatMap(({ keyword, type }) => (keyword === "type" && type ? type : []));
  const values = params.flatMap(({ keyword, allowedValue, allowedValues = [] }) =>
    keyword === "const" ? [allowedValue ?? null] : allowedValues,
  );
  const hasOnlyListedValues = values.length > 0 && types.every((type) => type === "null");
  return hasOnlyListedValues
    ? fieldProblem("not_allowed", { allowed: [...new Set([...values, ...types.map(() => null)])] })
    : fieldProblem("invalid_type", {
        types: [...new Set([...values.map((value) => (value === null ? "null" : typeof value)), ...types])],
      });
}

/**
 * Create a validator that returns at most 20 errors. The schema is compiled at the first call, so that a process
 * starts without compiling unused schemas.
 */
export function createValidator(schema: TSchema): Validator {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return [];
    const errors = reduceUnionErrors([...compiled.Errors(value)] as SchemaError[]);
    const fields = errors.flatMap((error) => toFieldErrors(error, schema)).slice(0, 20);
    return fields.length > 0 ? fields : [fieldError("", "invalid_format", { format: "pattern" })];
  };
}
