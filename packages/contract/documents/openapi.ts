import type { TSchema } from "typebox";
import { errors } from "../errors.ts";
import { type Operation, takesIdempotencyKey } from "../operation.ts";
import { operations } from "../operations.ts";
import type { Parameter } from "../query.ts";
import { recordsIn, referring } from "./record-schemas.ts";
import { refusalsOf } from "./refusals.ts";
import { headerComponents, headersOf } from "./response-headers.ts";
import { webhookDocuments } from "./webhook-documents.ts";

export type PublicVersion = "3.0" | "4.0";

/** The operations of a version in the order of the contract. */
export function operationsOf(version: PublicVersion): Operation[] {
  return Object.values<Operation>(operations).filter((operation) => operation.surface === version);
}

function parameterSchema(parameter: Parameter): object {
  switch (parameter.kind) {
    case "page":
      return { type: "integer", minimum: 1, default: 1 };
    case "limit":
      return { type: "integer", minimum: 1, maximum: 250, default: parameter.default };
    case "id":
      return { type: "integer" };
    case "integer": {
      const { minimum, maximum } = parameter;
      return {
        type: "integer",
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      };
    }
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
  const { params: samples = {}, query: asked = {} } = operation.example ?? {};
  const path = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema,
    ...exampleOf(samples[name]),
  }));
  const query = Object.entries(operation.query).map(([name, parameter]) => ({
    name,
    in: "query",
    schema: parameterSchema(parameter),
    ...exampleOf(asked[name]),
    ...(parameter.description ? { description: parameter.description } : {}),
  }));
  const key = { $ref: "#/components/parameters/IdempotencyKey" };
  return takesIdempotencyKey(operation) ? [...path, ...query, key] : [...path, ...query];
}

function exampleOf(example: unknown): object {
  return example === undefined ? {} : { example };
}

function jsonContent({ body, wrapper, example }: Operation): object {
  if (!body) return {};
  const wrapped = { type: "object", required: [wrapper], properties: { [wrapper ?? ""]: body } };
  const schema = wrapper === undefined ? body : { anyOf: [wrapped, body] };
  return { "application/json": { schema, ...exampleOf(example?.body) } };
}

function fileContent({ upload }: Operation): object {
  if (!upload) return {};
  const description = `The file itself, at most ${upload.maxBytes / 1024 / 1024} MiB.`;
  const schema = { type: "string", format: "binary", description };
  return Object.fromEntries(upload.types.map((type) => [type, { schema }]));
}

function bodyOf(operation: Operation): object {
  const { body, upload } = operation;
  if (!body && !upload) return {};
  // No body is read as an empty one.
  const required = upload !== undefined || ((body as { required?: string[] }).required ?? []).length > 0;
  return { requestBody: { required, content: { ...jsonContent(operation), ...fileContent(operation) } } };
}

function answersOf(operation: Operation): object {
  const refusals = Map.groupBy(refusalsOf(operation), (code) => errors[code].status);
  const failed = [...refusals].map(([status, codes]) => [
    String(status),
    {
      headers: headersOf(operation, status),
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join("  \n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]);
  const media = { schema: operation.answer, ...exampleOf(operation.example?.answer) };
  const done = {
    description: "Done.",
    headers: headersOf(operation, 200),
    content: { "application/json": media },
  };
  return { "200": done, ...Object.fromEntries(failed) };
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
        current: {
          description:
            "On a conflict: the record as it is now. Of a log that is gone in part: what is kept of it.",
        },
      },
    },
  },
};

function pathsOf(version: PublicVersion): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operationsOf(version)) {
    const path = operation.path.replaceAll(/:(\w+?)(?=\.json|\/|$)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: pathItem(operation) };
  }
  return paths;
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description:
    "The same key with the same request answers the first answer again, for 24 hours. Once a customer in it was erased, it answers each record's `id` alone.",
};

/** The OpenAPI 3.1 document of a version, made from the contract alone. */
export function openapi(version: PublicVersion): object {
  const paths = referring(pathsOf(version));
  const webhooks = version === "3.0" ? { webhooks: referring(webhookDocuments()) } : {};
  return {
    openapi: "3.1.0",
    info: { title: `Souk API ${version}`, version, license: { name: "MIT", identifier: "MIT" } },
    servers: [
      { url: `https://{shop}/api/${version}`, variables: { shop: { default: "demo.souk.localhost" } } },
    ],
    paths,
    ...webhooks,
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Service-Access-Token" } },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: headerComponents,
      schemas: { Error: errorSchema, ...recordsIn([paths, webhooks]) },
    },
  };
}
