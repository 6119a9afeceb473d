import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type ErrorCode, errors } from "@souk/contract";
import { DatabaseUnavailable } from "@souk/database";
import { createAddresses } from "../runtime/addresses.ts";
import { errorAnswer, toApiError } from "./errors.ts";
import { createServer } from "./server.ts";

function thrown(fields: object): Error {
  return Object.assign(new Error("internals of ours"), fields);
}

test("an error of a lower layer is a client error, a temporary failure, or a bug", () => {
  const expected: [unknown, ErrorCode][] = [
    [new ApiError("not_found"), "not_found"],
    [new DatabaseUnavailable("busy", null), "unavailable"],
    [thrown({ code: "40P01" }), "unavailable"],
    [thrown({ code: "40001" }), "unavailable"],
    [thrown({ code: "ENOSPC" }), "unavailable"],
    [thrown({ code: "EROFS" }), "unavailable"],
    [thrown({ code: "23505" }), "internal"],
    [thrown({ code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 }), "body_too_large"],
    [thrown({ code: "ECONNRESET", statusCode: 400 }), "malformed_request"],
    [thrown({ statusCode: 403 }), "not_found"],
    [thrown({ statusCode: 404 }), "not_found"],
    [thrown({ statusCode: 500 }), "internal"],
    [thrown({}), "internal"],
    ["a text", "internal"],
    [null, "internal"],
    [undefined, "internal"],
  ];
  for (const [error, code] of expected) assert.equal(toApiError(error).code, code, String(error));
});

test("an error response shows its status and details, with waits in whole seconds", () => {
  const apiError = new ApiError("conflict", { current: { id: 1 }, message: "Changed meanwhile." });
  const { status, text } = errorAnswer(apiError, "req_1");
  assert.equal(status, 409);
  assert.deepEqual(JSON.parse(text), {
    error: { code: "conflict", message: "Changed meanwhile.", request_id: "req_1", current: { id: 1 } },
  });
  for (const [wait, header] of [
    [0.2, "1"],
    [2, "2"],
    [2.1, "3"],
  ] as const) {
    const limited = errorAnswer(new ApiError("rate_limited", { retry_after_s: wait }), "req_1");
    assert.equal(limited.headers["retry-after"], header);
  }
  for (const code of Object.keys(errors) as ErrorCode[]) {
    assert.equal(errorAnswer(new ApiError(code), "req_1").status, errors[code].status);
  }
});

test("a bug is logged in full and shown as a bare 500", async () => {
  const reported: unknown[] = [];
  const server = createServer({
    addresses: createAddresses({ scheme: "https", domain: "souk.test", port: 443 }),
    randomText: () => "fixed",
    trustProxy: false,
    report: (error) => void reported.push(error),
  });
  const bug = thrown({ detail: "Key (email)=(a@b.test) already exists." });
  server.get("/bug", async () => {
    throw bug;
  });
  const answer = await server.inject({ url: "/bug", headers: { host: "demo.souk.test" } });
  assert.equal(answer.statusCode, 500);
  assert.deepEqual(answer.json(), {
    error: { code: "internal", message: errors.internal.message, request_id: "req_fixed" },
  });
  assert.deepEqual(reported, [bug]);
  const lost = await server.inject({ url: "/nothing", headers: { host: "demo.souk.test" } });
  assert.deepEqual([lost.statusCode, reported.length], [404, 1]);
  await server.close();
});
