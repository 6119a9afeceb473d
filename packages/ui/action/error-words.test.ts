import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, NetworkError } from "@souk/client";
import { errors } from "@souk/contract";
import { describeError, isFinal, isMissing, isRejection, isUncertain, mayBeStale } from "./error-words.ts";

function createApiError(status: number, error: object, headers: Record<string, string> = {}): ApiError {
  const shape = { code: "internal", message: "It failed.", request_id: "req_1", ...error };
  return new ApiError(status, { error: shape }, new Headers(headers));
}

test("the platform's own sentence is shown, with the request id", () => {
  const error = createApiError(409, { code: "conflict", message: "The stock has changed." });
  assert.deepEqual(describeError(error), {
    text: "The stock has changed.",
    request_id: "req_1",
    isTransient: false,
  });
});

test("one wrong field is described by its own sentence", () => {
  const fields = [{ path: "quantity", code: "out_of_range", message: "quantity must be at least 0." }];
  assert.equal(
    describeError(createApiError(422, { code: "invalid", fields })).text,
    "quantity must be at least 0.",
  );
});

test("a conflict shows its own sentence, not that of its field", () => {
  const fields = [{ path: "status", code: "conflict", message: "status is received." }];
  const error = createApiError(409, {
    code: "conflict",
    message: "This purchase order is received.",
    fields,
  });
  assert.equal(describeError(error).text, "This purchase order is received.");
});

test("too many requests say when to retry, without a retry; a 5xx may be temporary", () => {
  const usual = { code: "rate_limited", message: errors.rate_limited.message };
  const limited = createApiError(429, usual, { "retry-after": "7" });
  assert.deepEqual(
    [describeError(limited).text, describeError(limited).isTransient],
    ["Too many requests. Try again in 7 s.", false],
  );
  assert.equal(describeError(createApiError(503, { code: "unavailable" })).isTransient, true);
});

test("a limit with its own sentence shows it, a long wait is in minutes or hours", () => {
  const message = "An email address can receive at most 20 invitations a day.";
  const fields = [{ path: "email", code: "too_many", message, params: { max: 20 } }];
  const textAfter = (seconds: string) =>
    describeError(createApiError(429, { code: "rate_limited", message, fields }, { "retry-after": seconds }))
      .text;
  assert.equal(textAfter("86400"), `${message} Try again in 24 h.`);
  assert.equal(textAfter("3601"), `${message} Try again in 61 min.`);
  assert.equal(textAfter("119"), `${message} Try again in 119 s.`);
});

test("a proxy's 404 is not the platform's: neither final nor a missing record", () => {
  const proxys = new ApiError(404, undefined, new Headers());
  const own = createApiError(404, { code: "not_found" });
  assert.deepEqual([proxys, own].map(isFinal), [false, true]);
  assert.deepEqual(
    [proxys, own, createApiError(403, {}), null].map((error) => isMissing({ error })),
    [false, true, false, false],
  );
});

test("a person sees no mention of tokens; a missing or forbidden page is not refetched", () => {
  const forbidden = createApiError(403, { code: "scope_missing", message: "The token lacks a scope." });
  assert.match(describeError(forbidden).text, /^You don't have access to this/);
  assert.deepEqual([forbidden, createApiError(404, {}), createApiError(409, {})].map(isFinal), [
    true,
    true,
    false,
  ]);
});

test("a request may have run without a platform response; a rejected one never ran", () => {
  const proxys = [200, 404, 413].map((status) => new ApiError(status, undefined, new Headers()));
  const late = [
    new NetworkError(new TypeError("Failed to fetch")),
    createApiError(502, {}),
    createApiError(503, { code: "unavailable" }),
    ...proxys,
  ];
  const looked = [createApiError(404, {}), createApiError(422, { code: "invalid" })];
  const fields = [{ path: "Idempotency-Key", message: "was sent before with another method, path or body" }];
  const taken = createApiError(422, { code: "invalid", fields });
  const other = [
    createApiError(409, { code: "conflict" }),
    createApiError(429, { code: "rate_limited" }),
    taken,
  ];
  const all = [...late, ...looked, ...other];
  assert.deepEqual(all.filter(isUncertain), late);
  assert.deepEqual(all.filter(isRejection), looked);
});

test("a page may be stale after an unforeseeable error, not after its own", () => {
  const known = [
    createApiError(429, { code: "rate_limited" }),
    createApiError(422, { code: "invalid", request_id: "" }),
  ];
  const old = [
    new NetworkError(new TypeError("Failed to fetch")),
    ...[404, 409, 422, 500].map((status) => createApiError(status, {})),
  ];
  assert.deepEqual([...known, ...old].filter(mayBeStale), old);
});

test("no response is a connection error; any other is the page's, with its text hidden", () => {
  assert.match(describeError(new NetworkError(new TypeError("Load failed"))).text, /^Can't reach the server/);
  assert.equal(
    describeError(new TypeError("x is not a function")).text,
    "Something went wrong. Reload the page and try again.",
  );
});
