import type { TSchema } from "typebox";
import { type ErrorCode, errors } from "../errors.ts";
import { type Operation, takesIdempotencyKey } from "../operation.ts";
import { operations } from "../operations.ts";
import type { Parameter } from "../query.ts";
import { topics } from "../topics/catalogue.ts";

export type PublicVersion = "3.0" | "4.0";

/** Refusals that any operation with a token may answer, beside its own. */
const everywhere: readonly ErrorCode[] = [
  "token_missing",
  "token_invalid",
  "token_revoked",
  "app_disabled",
  "scope_missing",
  "store_not_found",
  "rate_limited",
  "internal",
  "unavailable",
];

/** The operations of a version in the order of the contract. */
export function operationsOf(version: PublicVersion): Operation[] {
  return Object.values<Operation>(operations).filter((operation) => operation.surface === version);
}

/** Every refusal an operation may answer, its own and the pipeline's, by status. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const body: ErrorCode[] = operation.body
    ? ["malformed_json", "unsupported_media_type", "body_too_large", "invalid"]
    : [];
  const common = operation.caller === "token" ? everywhere : (["internal", "unavailable"] as const);
  const all = new Set<ErrorCode>([...operation.refusals, ...body, ...common]);
  return [...all].sort((a, b) => errors[a].status - errors[b].status || a.localeCompare(b));
}

function parameterSchema(parameter: Parameter): object {
  switch (parameter.kind) {
    case "page":
      return { type: "integer", minimum: 1, default: 1 };
    case "limit":
      return { type: "integer", minimum: 1, maximum: 250, default: parameter.default };
    case "id":
    case "integer":
      return { type: "integer" };
    case "choice":
      return { type: "string", enum: parameter.of };
    case "boolean":
      return { type: "boolean" };
    case "sort": {
      const values = parameter.by.flatMap((field) => [`${field}.asc`, `${field}.desc`]);
      return { type: "string", enum: values, default: parameter.default };
    }
    case "text":
      return { type: "string", maxLength: parameter.maxLength };
    default:
      return { type: "string" };
  }
}

function parametersOf(operation: Operation): object[] {
  const { properties = {} } = operation.params as { properties?: Record<string, TSchema> };
  const path = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema,
  }));
  const query = Object.entries(operation.query).map(([name, parameter]) => ({
    name,
    in: "query",
    schema: parameterSchema(parameter),
    ...(parameter.description ? { description: parameter.description } : {}),
  }));
  const key = { $ref: "#/components/parameters/IdempotencyKey" };
  return takesIdempotencyKey(operation) ? [...path, ...query, key] : [...path, ...query];
}

function bodyOf(operation: Operation): object {
  if (!operation.body) return {};
  const { wrapper } = operation;
  const wrapped = { type: "object", required: [wrapper], properties: { [wrapper ?? ""]: operation.body } };
  const schema = wrapper === undefined ? operation.body : { anyOf: [wrapped, operation.body] };
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function answersOf(operation: Operation): object {
  const refusals = Map.groupBy(refusalsOf(operation), (code) => errors[code].status);
  const failed = [...refusals].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join("  \n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]);
  const content = { "application/json": { schema: operation.answer } };
  return { "200": { description: "Done.", content }, ...Object.fromEntries(failed) };
}

function describe(operation: Operation): string {
  const scopes = operation.scopes.map((alternatives) => alternatives.join(" or ")).join(" and ");
  const lines = [
    operation.description,
    operation.caller === "token" ? `Scope: ${scopes === "" ? "none" : scopes}.` : undefined,
    operation.topics ? `Topics: ${operation.topics.join(", ")}.` : undefined,
    operation.clauses.length > 0 ? `Clauses: ${operation.clauses.join(", ")}.` : undefined,
  ];
  return lines.filter((line) => line !== undefined).join("\n\n");
}

function pathItem(operation: Operation): object {
  return {
    operationId: operation.id,
    tags: [operation.id.split(".")[0]],
    summary: operation.summary,
    description: describe(operation),
    "x-badge": operation.badge,
    "x-scopes": operation.scopes,
    parameters: parametersOf(operation),
    ...bodyOf(operation),
    responses: answersOf(operation),
    security: operation.caller === "token" ? [{ token: [] }] : [],
  };
}

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "request_id"],
      properties: {
        code: { type: "string", enum: Object.keys(errors) },
        message: { type: "string" },
        request_id: { type: "string" },
        fields: {
          type: "array",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: { path: { type: "string" }, message: { type: "string" } },
          },
        },
        required_scope: { type: "string" },
        current: { description: "On a conflict: the record as it is now." },
      },
    },
  },
};

function webhooksOf(): object {
  const entries = Object.entries(topics).map(([name, topic]) => {
    const operation = {
      summary: topic.sent,
      responses: { "200": { description: "Received; any other status is a failure." } },
    };
    return [name, { post: operation }];
  });
  return Object.fromEntries(entries);
}

/** The OpenAPI 3.1 document of a version, made from the contract alone. */
export function openapi(version: PublicVersion): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operationsOf(version)) {
    const path = operation.path.replaceAll(/:(\w+?)(?=\.json|\/|$)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: pathItem(operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `Souk API ${version}`, version, license: { name: "MIT", identifier: "MIT" } },
    servers: [
      { url: `https://{shop}/api/${version}`, variables: { shop: { default: "demo.souk.localhost" } } },
    ],
    paths,
    ...(version === "3.0" ? { webhooks: webhooksOf() } : {}),
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Service-Access-Token" } },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          schema: { type: "string", minLength: 1, maxLength: 255 },
          description: "The same key with the same request answers the first answer again, for 24 hours.",
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}
