import type { FieldError } from "@souk/contract";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** Answers the errors of a value, none when it fits. Never changes the value (architecture.md, "Rules of the pipeline"). */
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

/** The part of the schema that an error points at. */
function schemaAt(schema: TSchema, pointer: string): unknown {
  let at: unknown = schema;
  for (const part of pointer.split("/").slice(1)) at = (at as Record<string, unknown> | undefined)?.[part];
  return at;
}

/** Limits in the words of the reference. */
const limits: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  minLength: (limit) => (limit === 1 ? "must not be empty" : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => (limit === 1 ? "must not be empty" : `must have at least ${limit} entries`),
  maxItems: (limit) => `must have at most ${limit} entries`,
};

function sentences(error: SchemaError, schema: TSchema): FieldError[] {
  const path = dotted(error.instancePath);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === "required") {
    const names = (params.requiredProperties as string[] | undefined) ?? [];
    return names.map((name) => ({ path: path === "" ? name : `${path}.${name}`, message: "is required" }));
  }
  if (error.keyword === "not") {
    const { not } = schemaAt(schema, error.schemaPath) as { not?: { const?: unknown } };
    return [{ path, message: `must not be ${JSON.stringify(not?.const)}` }];
  }
  if (error.keyword === "enum") {
    const allowed = (params.allowedValues as unknown[] | undefined) ?? [];
    return [{ path, message: `must be one of ${allowed.map(String).join(", ")}` }];
  }
  if (error.keyword === "pattern") {
    const { description } = schemaAt(schema, error.schemaPath) as { description?: string };
    if (description !== undefined) return [{ path, message: `must fit: ${description}` }];
  }
  const limited = limits[error.keyword]?.(Number(params.limit));
  if (limited !== undefined) return [{ path, message: limited }];
  if (error.keyword === "type") return [{ path, message: `must be ${article(String(params.type))}` }];
  return [{ path, message: error.message }];
}

function article(type: string): string {
  if (type === "null") return "null";
  return type === "integer" ? "a whole number" : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** What says nothing of a value whose type an alternative takes. */
const ofOtherTypes: readonly string[] = ["anyOf", "type", "required", "enum", "const"];

/**
 * Alternatives say one sentence in place of one for each branch: the limit of the branch whose type the value has, or else
 * the types and values that are taken.
 */
function withoutBranches(errors: SchemaError[]): SchemaError[] {
  const unions = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === "anyOf" ? instancePath : [])),
  );
  const limited = new Set(
    errors.flatMap(({ keyword, instancePath }) => (ofOtherTypes.includes(keyword) ? [] : instancePath)),
  );
  return errors.flatMap((error): SchemaError[] => {
    const { keyword, instancePath } = error;
    if (!unions.has(instancePath) || keyword === "required") return [error];
    if (limited.has(instancePath)) return ofOtherTypes.includes(keyword) ? [] : [error];
    return keyword === "anyOf" ? [{ ...error, message: typesOf(errors, instancePath) }] : [];
  });
}

function typesOf(errors: readonly SchemaError[], instancePath: string): string {
  const types = errors
    .filter((branch) => branch.instancePath === instancePath)
    .flatMap(({ keyword, params }) => {
      const { type, allowedValue, allowedValues } = params as Record<string, unknown>;
      if (keyword === "enum") return `one of ${(allowedValues as unknown[]).map(String).join(", ")}`;
      if (keyword === "const") return JSON.stringify(allowedValue);
      return keyword === "type" ? article(String(type)) : [];
    });
  return types.length > 0 ? `must be ${[...new Set(types)].join(" or ")}` : "is not valid";
}

/**
 * Compiles a schema once, with the first value: a process starts without those that nobody asks for. All errors are collected,
 * at most 20 are answered.
 */
export function validatorOf(schema: TSchema): Validator {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return [];
    const errors = withoutBranches([...compiled.Errors(value)] as SchemaError[]);
    const fields = errors.flatMap((error) => sentences(error, schema)).slice(0, 20);
    return fields.length > 0 ? fields : [{ path: "", message: "is not valid" }];
  };
}
