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

/** Return the document of a version as a reader of the file gets it, without values that JSON cannot hold. */
function getDocument(version: (typeof versions)[number]): Document {
  return JSON.parse(JSON.stringify(buildOpenapi(version))) as Document;
}

function operationsIn(document: Document): [path: string, method: string, operation: OpenapiOperation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, OpenapiOperation] => [
      path,
      method,
      operation,
    ]),
  );
}

/** Yield every object in a document with its path. */
function* nodes(value: unknown, pointer = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* nodes(inner, `${pointer}/${key}`);
}

function find(document: Document, reference: string): unknown {
  const names = reference.replace(/^#\//, "").split("/");
  return names.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | undefined)?.[name],
    document,
  );
}

test("every operation of a version is in its OpenAPI 3.1 document once, at its path", () => {
  for (const version of versions) {
    const document = getDocument(version);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.version, version);
    const there = operationsIn(document).map(
      ([path, method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    );
    const expected = listOperations(version).map(
      ({ id, method, path }) => `${id} ${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    assert.deepEqual(there.sort(), expected.sort());
  }
  const ids = Object.values(operations).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "operation ids are unique");
});

test("every reference resolves, and every schema has its required fields", () => {
  for (const version of versions) {
    const document = getDocument(version);
    let references = 0;
    for (const [at, node] of nodes(document)) {
      if (typeof node["$ref"] === "string") {
        references += 1;
        assert.notEqual(find(document, node["$ref"]), undefined, `${at}: ${node["$ref"]}`);
      }
      const { type, required, properties } = node;
      if (type !== "object" || !Array.isArray(required) || at.includes("/example")) continue;
      for (const name of required) assert.ok(name in (properties as object), `${at}: ${name}`);
    }
    assert.ok(references > 50);
    const written = JSON.stringify(document.paths);
    assert.ok(
      !written.includes('"committed_inventory_quantity":{'),
      "a record is described once, in the components",
    );
  }
});

test("parameters are exactly those of the path and the query, each once", () => {
  for (const version of versions) {
    for (const [path, , { operationId, parameters }] of operationsIn(getDocument(version))) {
      const named = parameters.filter(({ $ref }) => $ref === undefined);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(
        named.filter((parameter) => parameter.in === "path").map(({ name }) => name),
        inPath,
        operationId,
      );
      const keys = named.map((parameter) => `${parameter.in} ${parameter.name}`);
      assert.equal(new Set(keys).size, keys.length, operationId);
    }
  }
});

test("every operation has its responses: 200, and each error in the one error shape", () => {
  for (const version of versions) {
    const document = getDocument(version);
    for (const operation of listOperations(version)) {
      const [, , found] =
        operationsIn(document).find(([, , each]) => each.operationId === operation.id) ?? [];
      const statuses = new Set(listErrorCodes(operation).map((code) => String(errors[code].status)));
      assert.deepEqual(Object.keys(found?.responses ?? {}).sort(), ["200", ...statuses].sort(), operation.id);
      for (const [status, { content, headers }] of Object.entries(found?.responses ?? {})) {
        assert.deepEqual(Object.keys(content), ["application/json"]);
        assert.ok(
          "X-Request-Id" in headers && "X-RateLimit-Remaining" in headers,
          `${operation.id} ${status}`,
        );
      }
      assert.equal(found?.security.length, operation.auth === "token" ? 1 : 0, operation.id);
    }
  }
});

test("an operation can return the errors of the pipeline", () => {
  const has = (id: string, ...codes: string[]) => {
    const operation = Object.values(operations).find((candidate) => candidate.id === id);
    assert.ok(operation, id);
    for (const code of codes)
      assert.ok((listErrorCodes(operation) as string[]).includes(code), `${id}: ${code}`);
  };
  has(
    "products.get",
    "token_revoked",
    "app_disabled",
    "scope_missing",
    "not_found",
    "rate_limited",
    "unavailable",
  );
  has(
    "inventory_levels.adjust",
    "conflict",
    "malformed_json",
    "unsupported_media_type",
    "body_too_large",
    "invalid",
  );
  has("oauth.access_token", "store_not_found", "client_not_granted", "rate_limited");
  has("webhooks.delete", "not_found", "token_missing");
});

test("every topic is a webhook, and every callback has its response", () => {
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
