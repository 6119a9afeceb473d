import type { TSchema } from "typebox";
import { errors } from "../errors.ts";
import { fieldErrorCodes } from "../field-error-codes.ts";
import { acceptsIdempotencyKey, type Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import type { QueryParameter } from "../query.ts";
import { describeReducedResponse } from "../response-access.ts";
import { listErrorCodes } from "./error-codes.ts";
import { collectSchemas, replaceWithRefs } from "./record-schemas.ts";
import { buildHeaders, headerComponents } from "./response-headers.ts";
import { buildWebhooks } from "./webhook-documents.ts";

export type PublicVersion = "3.0" | "4.0";

/** List the operations of an API version in the order of the contract. */
export function listOperations(version: PublicVersion): Operation[] {
  return Object.values<Operation>(operations).filter((operation) => operation.surface === version);
}

function buildParameterSchema(parameter: QueryParameter): object {
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

function buildParameters(operation: Operation): object[] {
  const { properties = {} } = operation.params as { properties?: Record<string, TSchema> };
  const { params: exampleParams = {}, query: exampleQuery = {} } = operation.example ?? {};
  const path = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema,
    ...buildExample(exampleParams[name]),
  }));
  const query = Object.entries(operation.query).map(([name, parameter]) => ({
    name,
    in: "query",
    schema: buildParameterSchema(parameter),
    ...buildExample(exampleQuery[name]),
    ...(parameter.description ? { description: parameter.description } : {}),
  }));
  const idempotencyKeyRef = { $ref: "#/components/parameters/IdempotencyKey" };
  return acceptsIdempotencyKey(operation) ? [...path, ...query, idempotencyKeyRef] : [...path, ...query];
}

function buildExample(example: unknown): object {
  return example === undefined ? {} : { example };
}

function buildJsonContent({ body, wrapper, example }: Operation): object {
  if (!body) return {};
  const wrappedBody = { type: "object", required: [wrapper], properties: { [wrapper ?? ""]: body } };
  const schema = wrapper === undefined ? body : { anyOf: [wrappedBody, body] };
  return { "application/json": { schema, ...buildExample(example?.body) } };
}

function buildFileContent({ upload }: Operation): object {
  if (!upload) return {};
  const description = `The content of the file, at most ${upload.maxBytes / 1024 / 1024} MiB.`;
  const schema = { type: "string", format: "binary", description };
  return Object.fromEntries(upload.types.map((type) => [type, { schema }]));
}

function buildBody(operation: Operation): object {
  const { body, upload } = operation;
  if (!body && !upload) return {};
  // A missing body is treated as an empty object.
  const required = upload !== undefined || ((body as { required?: string[] }).required ?? []).length > 0;
  return {
    requestBody: { required, content: { ...buildJsonContent(operation), ...buildFileContent(operation) } },
  };
}

function buildResponses(operation: Operation): object {
  const codesByStatus = Map.groupBy(listErrorCodes(operation), (code) => errors[code].status);
  const errorResponses = [...codesByStatus].map(([status, codes]) => [
    String(status),
    {
      headers: buildHeaders(operation, status),
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join("  \n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]);
  const media = { schema: operation.response, ...buildExample(operation.example?.response) };
  const successResponse = {
    description: "Success.",
    headers: buildHeaders(operation, 200),
    content: { "application/json": media },
  };
  return { "200": successResponse, ...Object.fromEntries(errorResponses) };
}

/** Build the sentence about the rights that a person needs, for an operation's description; undefined if none are required. */
function describeRights({ rights }: Operation): string | undefined {
  const names = rights.map((alternatives) => alternatives.join(" or ")).join(" and ");
  return names === "" ? undefined : `Right of a person with a session: ${names}.`;
}

function buildDescription(operation: Operation): string {
  const scopes = operation.scopes.map((alternatives) => alternatives.join(" or ")).join(" and ");
  const lines = [
    operation.description,
    operation.auth === "token" ? `Scope: ${scopes === "" ? "none" : scopes}.` : undefined,
    describeRights(operation),
    describeReducedResponse(operation) ?? undefined,
    operation.topics ? `Topics: ${operation.topics.join(", ")}.` : undefined,
    operation.clauses.length > 0 ? `Clauses: ${operation.clauses.join(", ")}.` : undefined,
  ];
  return lines.filter((line) => line !== undefined).join("\n\n");
}

function buildPathItem(operation: Operation): object {
  return {
    operationId: operation.id,
    tags: [operation.id.split(".")[0]],
    summary: operation.summary,
    description: buildDescription(operation),
    "x-badge": operation.definedBy === "souk" ? "decided" : "documented",
    "x-scopes": operation.scopes,
    "x-rights": operation.rights,
    parameters: buildParameters(operation),
    ...buildBody(operation),
    responses: buildResponses(operation),
    security: operation.auth === "token" ? [{ token: [] }] : [],
  };
}

/** Schema of one field error. The description of `code` lists the params of each code. */
const fieldErrorSchema = {
  type: "object",
  required: ["path", "code", "message"],
  properties: {
    path: {
      type: "string",
      description:
        "The path of the field in the body, such as line_items.0.variant_id, or the name of the parameter.",
    },
    code: {
      type: "string",
      enum: Object.keys(fieldErrorCodes),
      description: Object.entries(fieldErrorCodes)
        .map(([code, { meaning, params }]) => {
          const paramTexts = Object.entries(params).map(([name, text]) => `${name}: ${text}`);
          return `\`${code}\`: ${[meaning, ...paramTexts].join(" ")}`;
        })
        .join("  \n"),
    },
    message: {
      type: "string",
      description: "A sentence for people. It may change, so programs should read `code` and `params`.",
    },
    template: {
      type: "string",
      description:
        "The message with {field} instead of the field's path, so that a form can insert a label. Absent if the " +
        "message is the default message of the code.",
    },
    params: { type: "object", description: "The params of the code, such as `max` or `allowed`." },
  },
};

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
          items: fieldErrorSchema,
        },
        required_scope: { type: "string" },
        required_right: { type: "string" },
        current: {
          description:
            "For `conflict`, the current record. For `gone`, the range of the event log that is still available.",
        },
      },
    },
  },
};

function buildPaths(version: PublicVersion): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of listOperations(version)) {
    const path = operation.path.replaceAll(/:(\w+?)(?=\.json|\/|$)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: buildPathItem(operation) };
  }
  return paths;
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description:
    "Makes retries safe: for 24 hours, the same key with the same request returns the first response again. If a " +
    "customer in that response has been erased, only the `id` of each record is returned.",
};

/** Build the OpenAPI 3.1 document of an API version from the contract. */
export function buildOpenapi(version: PublicVersion): object {
  const paths = replaceWithRefs(buildPaths(version));
  const webhooks = version === "3.0" ? { webhooks: replaceWithRefs(buildWebhooks()) } : {};
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
      schemas: { Error: errorSchema, ...collectSchemas([paths, webhooks]) },
    },
  };
}
