import assert from "node:assert/strict";
import { test } from "node:test";
import { type ErrorCode, errors, Refusal } from "@souk/contract";
import { DatabaseUnavailable } from "@souk/database";
import { createAddresses } from "../addresses.ts";
import { errorAnswer, toRefusal } from "./errors.ts";
import { createServer } from "./server.ts";

function thrown(fields: object): Error {
  return Object.assign(new Error("internals of ours"), fields);
}

test("an error of the layers below is the client's fault, a moment's trouble, or a bug", () => {
  const expected: [unknown, ErrorCode][] = [
    [new Refusal("not_found"), "not_found"],
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
  for (const [error, code] of expected) assert.equal(toRefusal(error).code, code, String(error));
});

test("a refusal shows what helps and its status, and waits are whole seconds from 1", () => {
  const refusal = new Refusal("conflict", { current: { id: 1 }, message: "Changed meanwhile." });
  const { status, text } = errorAnswer(refusal, "req_1");
  assert.equal(status, 409);
  assert.deepEqual(JSON.parse(text), {
    error: { code: "conflict", message: "Changed meanwhile.", request_id: "req_1", current: { id: 1 } },
  });
  for (const [wait, header] of [
    [0.2, "1"],
    [2, "2"],
    [2.1, "3"],
  ] as const) {
    const limited = errorAnswer(new Refusal("rate_limited", { retry_after_s: wait }), "req_1");
    assert.equal(limited.headers["retry-after"], header);
  }
  for (const code of Object.keys(errors) as ErrorCode[]) {
    assert.equal(errorAnswer(new Refusal(code), "req_1").status, errors[code].status);
  }
});

test("a bug is logged whole and shown as a bare 500", async () => {
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
