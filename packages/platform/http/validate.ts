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
    return [{ path, message: `must be one of ${allowed.join(", ")}` }];
  }
  const limited = limits[error.keyword]?.(Number(params.limit));
  if (limited !== undefined) return [{ path, message: limited }];
  if (error.keyword === "type") return [{ path, message: `must be ${article(String(params.type))}` }];
  return [{ path, message: error.message }];
}

function article(type: string): string {
  return type === "integer" ? "a whole number" : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** An alternative that fits nowhere says one sentence in place of one for each branch. */
function withoutBranches(errors: SchemaError[]): SchemaError[] {
  const unions = errors.filter((error) => error.keyword === "anyOf");
  return errors.flatMap((error): SchemaError[] => {
    const inside = unions.some(
      (union) => union !== error && error.instancePath === union.instancePath && error.keyword !== "required",
    );
    if (inside && error.keyword !== "anyOf") return [];
    if (error.keyword !== "anyOf") return [error];
    const types = errors
      .filter((branch) => branch.keyword === "type" && branch.instancePath === error.instancePath)
      .map((branch) => article(String((branch.params as { type?: unknown }).type)));
    const message = types.length > 0 ? `must be ${[...new Set(types)].join(" or ")}` : "is not valid";
    return [{ ...error, message }];
  });
}

/** Compiles a schema once; all errors are collected, at most 20 are answered. */
export function validatorOf(schema: TSchema): Validator {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return [];
    const errors = withoutBranches([...compiled.Errors(value)] as SchemaError[]);
    const fields = errors.flatMap((error) => sentences(error, schema)).slice(0, 20);
    return fields.length > 0 ? fields : [{ path: "", message: "is not valid" }];
  };
}
