import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, NetworkError } from "@souk/client";
import { errors } from "@souk/contract";
import {
  describeError,
  isMissing,
  isRejection,
  isRetryUseless,
  mayHaveBeenExecuted,
  mayPageBeStale,
} from "./describe-error.ts";

function createApiError(status: number, error: object, headers: Record<string, string> = {}): ApiError {
  const errorBody = { code: "internal", message: "It failed.", request_id: "req_1", ...error };
  return new ApiError(status, { error: errorBody }, new Headers(headers));
}

test("an error is described by the platform's message and the request id", () => {
  const error = createApiError(409, { code: "conflict", message: "The stock has changed." });
  assert.deepEqual(describeError(error), {
    text: "The stock has changed.",
    request_id: "req_1",
    isTransient: false,
  });
});

test("an error of one field is described by the field's message", () => {
  const fields = [{ path: "quantity", code: "out_of_range", message: "quantity must be at least 0." }];
  assert.equal(
    describeError(createApiError(422, { code: "invalid", fields })).text,
    "quantity must be at least 0.",
  );
});

test("a conflict is described by its own message, not by that of its field", () => {
  const fields = [{ path: "status", code: "conflict", message: "status is received." }];
  const error = createApiError(409, {
    code: "conflict",
    message: "This purchase order is received.",
    fields,
  });
  assert.equal(describeError(error).text, "This purchase order is received.");
});

test("the description of a 429 says when to retry; an immediate retry may succeed after a 503, but not after a 429", () => {
  const defaultError = { code: "rate_limited", message: errors.rate_limited.message };
  const limited = createApiError(429, defaultError, { "retry-after": "7" });
  assert.deepEqual(
    [describeError(limited).text, describeError(limited).isTransient],
    ["Too many requests. Try again in 7 s.", false],
  );
  assert.equal(describeError(createApiError(503, { code: "unavailable" })).isTransient, true);
});

test("an exceeded limit is described by its own message and the wait in seconds, minutes or hours", () => {
  const message = "An email address can receive at most 20 invitations a day.";
  const fields = [{ path: "email", code: "too_many", message, params: { max: 20 } }];
  const describeAfter = (seconds: string) =>
    describeError(createApiError(429, { code: "rate_limited", message, fields }, { "retry-after": seconds }))
      .text;
  assert.equal(describeAfter("86400"), `${message} Try again in 24 h.`);
  assert.equal(describeAfter("3601"), `${message} Try again in 61 min.`);
  assert.equal(describeAfter("119"), `${message} Try again in 119 s.`);
});

test("a 404 from a proxy does not mean that the record is missing", () => {
  const proxyError = new ApiError(404, undefined, new Headers());
  const platformError = createApiError(404, { code: "not_found" });
  assert.deepEqual([proxyError, platformError].map(isRetryUseless), [false, true]);
  assert.deepEqual(
    [proxyError, platformError, createApiError(403, {}), null].map((error) => isMissing({ error })),
    [false, true, false, false],
  );
});

test("a missing right is described by the platform's message", () => {
  const message = "Your role in this store does not include the right orders.refund (Refund orders).";
  const forbidden = createApiError(403, { code: "right_missing", message });
  assert.equal(describeError(forbidden).text, message);
});

test("a retry may help after a 409, but not after a 403 or 404", () => {
  assert.deepEqual(
    [403, 404, 409].map((status) => isRetryUseless(createApiError(status, {}))),
    [true, true, false],
  );
});

test("a request without a response from the platform may have been executed, but a rejected request was not", () => {
  const proxyErrors = [200, 404, 413].map((status) => new ApiError(status, undefined, new Headers()));
  const uncertainErrors = [
    new NetworkError(new TypeError("Failed to fetch")),
    createApiError(502, {}),
    createApiError(503, { code: "unavailable" }),
    ...proxyErrors,
  ];
  const rejections = [createApiError(404, {}), createApiError(422, { code: "invalid" })];
  const fields = [{ path: "Idempotency-Key", message: "was sent before with another method, path or body" }];
  const reusedKeyError = createApiError(422, { code: "invalid", fields });
  const otherErrors = [
    createApiError(409, { code: "conflict" }),
    createApiError(429, { code: "rate_limited" }),
    reusedKeyError,
  ];
  const allErrors = [...uncertainErrors, ...rejections, ...otherErrors];
  assert.deepEqual(allErrors.filter(mayHaveBeenExecuted), uncertainErrors);
  assert.deepEqual(allErrors.filter(isRejection), rejections);
});

test("a page may be stale after a failed request, but not after a 429 or an error found before sending", () => {
  const otherErrors = [
    createApiError(429, { code: "rate_limited" }),
    createApiError(422, { code: "invalid", request_id: "" }),
  ];
  const staleErrors = [
    new NetworkError(new TypeError("Failed to fetch")),
    ...[404, 409, 422, 500].map((status) => createApiError(status, {})),
  ];
  assert.deepEqual([...otherErrors, ...staleErrors].filter(mayPageBeStale), staleErrors);
});

test("a missing response is described as a connection error", () => {
  assert.match(describeError(new NetworkError(new TypeError("Load failed"))).text, /^Can't reach the server/);
});

test("the text of a script error is hidden", () => {
  assert.equal(
    describeError(new TypeError("x is not a function")).text,
    "Something went wrong. Reload the page and try again.",
  );
});
