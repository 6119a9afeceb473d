import assert from "node:assert/strict";
import { test } from "node:test";
import Value from "typebox/value";
import { callbacks } from "../callbacks/catalog.ts";
import { errors } from "../errors.ts";
import { operations } from "../operations.ts";
import { topics } from "../topics/catalog.ts";
import { listErrorCodes } from "./error-codes.ts";
import { buildOpenapi, listOperations } from "./openapi.ts";

const versions = ["3.0", "4.0"] as const;

interface OpenapiOperation {
  operationId: string;
  parameters: { $ref?: string; name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { description: string; headers: object; content: Record<string, object> }>;
  security: object[];
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, OpenapiOperation>>;
  webhooks?: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>;
  components: object;
}

/** Return the document of a version after conversion to JSON and back, as a reader of the generated file gets it. */
function getDocument(version: (typeof versions)[number]): Document {
  return JSON.parse(JSON.stringify(buildOpenapi(version))) as Document;
}

function listDocumentedOperations(
  document: Document,
): [path: string, method: string, operation: OpenapiOperation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, OpenapiOperation] => [
      path,
      method,
      operation,
    ]),
  );
}

/** Yield every object in a document with its JSON pointer. */
function* walkNodes(value: unknown, pointer = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* walkNodes(inner, `${pointer}/${key}`);
}

function resolveReference(document: Document, reference: string): unknown {
  const names = reference.replace(/^#\//, "").split("/");
  return names.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | undefined)?.[name],
    document,
  );
}

test("the OpenAPI 3.1 document of an API version has each operation once, at its path", () => {
  for (const version of versions) {
    const document = getDocument(version);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.version, version);
    const actual = listDocumentedOperations(document).map(
      ([path, method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    );
    const expected = listOperations(version).map(
      ({ id, method, path }) => `${id} ${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    assert.deepEqual(actual.sort(), expected.sort());
  }
  const ids = Object.values(operations).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "two operations have the same id");
});

test("every reference and required field in an OpenAPI document exists", () => {
  for (const version of versions) {
    const document = getDocument(version);
    let referenceCount = 0;
    for (const [pointer, node] of walkNodes(document)) {
      if (typeof node["$ref"] === "string") {
        referenceCount += 1;
        assert.notEqual(resolveReference(document, node["$ref"]), undefined, `${pointer}: ${node["$ref"]}`);
      }
      const { type, required, properties } = node;
      if (type !== "object" || !Array.isArray(required) || pointer.includes("/example")) continue;
      for (const name of required) assert.ok(name in (properties as object), `${pointer}: ${name}`);
    }
    assert.ok(referenceCount > 50, "the document repeats schemas instead of referring to them");
    const pathsJson = JSON.stringify(document.paths);
    assert.ok(
      !pathsJson.includes('"committed_inventory_quantity":{'),
      "a path repeats a record schema that belongs only in the components",
    );
  }
});

test("an OpenAPI operation has exactly the path parameters of its path, and no duplicates", () => {
  for (const version of versions) {
    for (const [path, , { operationId, parameters }] of listDocumentedOperations(getDocument(version))) {
      const inlineParameters = parameters.filter(({ $ref }) => $ref === undefined);
      const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(
        inlineParameters.filter((parameter) => parameter.in === "path").map(({ name }) => name),
        pathParameters,
        operationId,
      );
      const keys = inlineParameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      assert.equal(new Set(keys).size, keys.length, operationId);
    }
  }
});

test("an OpenAPI operation documents status 200 and the status of each of its errors", () => {
  for (const version of versions) {
    const document = getDocument(version);
    for (const operation of listOperations(version)) {
      const [, , documented] =
        listDocumentedOperations(document).find(
          ([, , candidate]) => candidate.operationId === operation.id,
        ) ?? [];
      const statuses = new Set(listErrorCodes(operation).map((code) => String(errors[code].status)));
      assert.deepEqual(
        Object.keys(documented?.responses ?? {}).sort(),
        ["200", ...statuses].sort(),
        operation.id,
      );
      for (const [status, { content, headers }] of Object.entries(documented?.responses ?? {})) {
        assert.deepEqual(Object.keys(content), ["application/json"]);
        assert.ok(
          "X-Request-Id" in headers && "X-RateLimit-Remaining" in headers,
          `${operation.id} ${status}`,
        );
      }
      assert.equal(documented?.security.length, operation.auth === "token" ? 1 : 0, operation.id);
    }
  }
});

test("an operation's error codes include those of the request pipeline", () => {
  const assertErrorCodes = (id: string, ...codes: string[]) => {
    const operation = Object.values(operations).find((candidate) => candidate.id === id);
    assert.ok(operation, id);
    for (const code of codes)
      assert.ok((listErrorCodes(operation) as string[]).includes(code), `${id}: ${code}`);
  };
  assertErrorCodes(
    "products.get",
    "token_revoked",
    "app_disabled",
    "scope_missing",
    "not_found",
    "rate_limited",
    "unavailable",
  );
  assertErrorCodes(
    "inventory_levels.adjust",
    "conflict",
    "malformed_json",
    "unsupported_media_type",
    "body_too_large",
    "invalid",
  );
  assertErrorCodes("oauth.access_token", "store_not_found", "client_not_granted", "rate_limited");
  assertErrorCodes("webhooks.delete", "not_found", "token_missing");
});

test("the OpenAPI document has every topic and callback, with valid callback examples", () => {
  const { webhooks = {} } = getDocument("3.0");
  assert.deepEqual(Object.keys(webhooks), [...Object.keys(topics), ...Object.keys(callbacks)]);
  const getParameterNames = (topic: string) => webhooks[topic]?.post.parameters.map(({ name }) => name) ?? [];
  assert.ok(getParameterNames("product/update").includes("Service-Webhook-Context"));
  assert.ok(!getParameterNames("order/create").includes("Service-Webhook-Context"), "WHK-6");
  assert.ok(getParameterNames("order/create").includes("Service-Hmac-Sha256"));
  for (const { post } of Object.values(webhooks)) assert.ok("content" in post.requestBody);
  assert.ok(JSON.stringify(webhooks["order/paid"]).includes('"order":{"$ref":"#/components/schemas/Order"}'));
  for (const [name, { request, response, example }] of Object.entries(callbacks)) {
    assert.deepEqual([...Value.Errors(request, example.request)], [], name);
    assert.deepEqual([...Value.Errors(response, example.response)], [], name);
    assert.ok(
      JSON.stringify(webhooks[name]).includes('"200":{"description":"Response of the app.","content"'),
      name,
    );
  }
});
