import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type ErrorCode, errors } from "@souk/contract";
import { DatabaseUnavailable } from "@souk/database";
import { createAddresses } from "../runtime/addresses.ts";
import { buildErrorResponse, toApiError } from "./errors.ts";
import { createServer } from "./server.ts";

function createError(fields: object): Error {
  return Object.assign(new Error("an internal detail"), fields);
}

test("an error of Fastify, Node or the database becomes a client error, `unavailable` or `internal`", () => {
  const expected: [unknown, ErrorCode][] = [
    [new ApiError("not_found"), "not_found"],
    [new DatabaseUnavailable("busy", null), "unavailable"],
    [createError({ code: "40P01" }), "unavailable"],
    [createError({ code: "40001" }), "unavailable"],
    [createError({ code: "ENOSPC" }), "unavailable"],
    [createError({ code: "EROFS" }), "unavailable"],
    [createError({ code: "23505" }), "internal"],
    [createError({ code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 }), "body_too_large"],
    [createError({ code: "ECONNRESET", statusCode: 400 }), "malformed_request"],
    [createError({ statusCode: 403 }), "not_found"],
    [createError({ statusCode: 404 }), "not_found"],
    [createError({ statusCode: 500 }), "internal"],
    [createError({}), "internal"],
    ["a text", "internal"],
    [null, "internal"],
    [undefined, "internal"],
  ];
  for (const [error, code] of expected) assert.equal(toApiError(error).code, code, String(error));
});

test("an error response has the error's status and details, and Retry-After in whole seconds", () => {
  const apiError = new ApiError("conflict", { current: { id: 1 }, message: "Changed meanwhile." });
  const { status, text } = buildErrorResponse(apiError, "req_1");
  assert.equal(status, 409);
  assert.deepEqual(JSON.parse(text), {
    error: { code: "conflict", message: "Changed meanwhile.", request_id: "req_1", current: { id: 1 } },
  });
  for (const [wait, header] of [
    [0.2, "1"],
    [2, "2"],
    [2.1, "3"],
  ] as const) {
    const rateLimitedResponse = buildErrorResponse(
      new ApiError("rate_limited", { retry_after_s: wait }),
      "req_1",
    );
    assert.equal(rateLimitedResponse.headers["retry-after"], header);
  }
  for (const code of Object.keys(errors) as ErrorCode[]) {
    assert.equal(buildErrorResponse(new ApiError(code), "req_1").status, errors[code].status);
  }
});

test("a bug is logged in full, and the response is a 500 without details", async () => {
  const reportedErrors: unknown[] = [];
  const server = createServer({
    addresses: createAddresses({ scheme: "https", domain: "souk.test", port: 443 }),
    randomText: () => "fixed",
    trustProxy: false,
    report: (error) => void reportedErrors.push(error),
  });
  const bug = createError({ detail: "Key (email)=(a@b.test) already exists." });
  server.get("/bug", async () => {
    throw bug;
  });
  const response = await server.inject({ url: "/bug", headers: { host: "demo.souk.test" } });
  assert.equal(response.statusCode, 500);
  assert.deepEqual(response.json(), {
    error: { code: "internal", message: errors.internal.message, request_id: "req_fixed" },
  });
  assert.deepEqual(reportedErrors, [bug]);
  const notFound = await server.inject({ url: "/nothing", headers: { host: "demo.souk.test" } });
  assert.deepEqual([notFound.statusCode, reportedErrors.length], [404, 1]);
  await server.close();
});
