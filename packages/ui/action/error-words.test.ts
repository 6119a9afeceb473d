import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { errors } from "@souk/contract";
import { errorWords, isFinal, isMissing, isRefusal, isUncertain, mayBeOld } from "./error-words.ts";

function refused(status: number, error: object, headers: Record<string, string> = {}): ApiError {
  const shape = { code: "internal", message: "It failed.", request_id: "req_1", ...error };
  return new ApiError(status, { error: shape }, new Headers(headers));
}

test("the platform's own sentence is shown, with the request id", () => {
  const error = refused(409, { code: "conflict", message: "The stock has changed." });
  assert.deepEqual(errorWords(error), {
    text: "The stock has changed.",
    request_id: "req_1",
    isPassing: false,
  });
});

test("one refused field says more than that some are not right", () => {
  const fields = [{ path: "quantity", message: "must be at least 0" }];
  assert.equal(errorWords(refused(422, { code: "invalid", fields })).text, "quantity must be at least 0.");
});

test("a conflict is told by its own sentence, not by the field that it is over", () => {
  const fields = [{ path: "status", message: "is received" }];
  const error = refused(409, { code: "conflict", message: "This purchase order is received.", fields });
  assert.equal(errorWords(error).text, "This purchase order is received.");
});

test("too many requests say when to try again, which nothing does by itself; 5xx may pass", () => {
  const usual = { code: "rate_limited", message: errors.rate_limited.message };
  const limited = refused(429, usual, { "retry-after": "7" });
  assert.deepEqual(
    [errorWords(limited).text, errorWords(limited).isPassing],
    ["Too many requests at once. Try again in 7 s.", false],
  );
  assert.equal(errorWords(refused(503, { code: "unavailable" })).isPassing, true);
});

test("a bound with a sentence of its own says it, and a long wait is told in minutes or hours", () => {
  const message = "An address is sent at most 20 invitations a day.";
  const textAfter = (seconds: string) =>
    errorWords(refused(429, { code: "rate_limited", message }, { "retry-after": seconds })).text;
  assert.equal(textAfter("86400"), `${message} Try again in 24 h.`);
  assert.equal(textAfter("3601"), `${message} Try again in 61 min.`);
  assert.equal(textAfter("119"), `${message} Try again in 119 s.`);
});

test("a proxy's 404 is no word of the platform's: it is neither final nor says that a record is missing", () => {
  const proxys = new ApiError(404, undefined, new Headers());
  const own = refused(404, { code: "not_found" });
  assert.deepEqual([proxys, own].map(isFinal), [false, true]);
  assert.deepEqual(
    [proxys, own, refused(403, {}), null].map((error) => isMissing({ error })),
    [false, true, false, false],
  );
});

test("a person is not told of a token, and neither what is missing nor what is forbidden is asked for again", () => {
  const forbidden = refused(403, { code: "scope_missing", message: "The token lacks a scope." });
  assert.match(errorWords(forbidden).text, /^Your role in this shop/);
  assert.deepEqual([forbidden, refused(404, {}), refused(409, {})].map(isFinal), [true, true, false]);
});

test("what may have been carried out is no answer or none of the platform's, and a refusal is of what never was", () => {
  const proxys = [200, 404, 413].map((status) => new ApiError(status, undefined, new Headers()));
  const late = [
    new TypeError("Failed to fetch"),
    refused(502, {}),
    refused(503, { code: "unavailable" }),
    ...proxys,
  ];
  const looked = [refused(404, {}), refused(422, { code: "invalid" })];
  const fields = [{ path: "Idempotency-Key", message: "was sent before with another method, path or body" }];
  const taken = refused(422, { code: "invalid", fields });
  const other = [refused(409, { code: "conflict" }), refused(429, { code: "rate_limited" }), taken];
  const all = [...late, ...looked, ...other];
  assert.deepEqual(all.filter(isUncertain), late);
  assert.deepEqual(all.filter(isRefusal), looked);
});

test("a page may be old after what it cannot know, not after a fault that it finds by itself", () => {
  const known = [refused(429, { code: "rate_limited" }), refused(422, { code: "invalid", request_id: "" })];
  const old = [
    new TypeError("Failed to fetch"),
    ...[404, 409, 422, 500].map((status) => refused(status, {})),
  ];
  assert.deepEqual([...known, ...old].filter(mayBeOld), old);
});

test("no answer at all is the connection; anything else is a fault of the page and shows none of its words", () => {
  for (const words of ["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."])
    assert.match(errorWords(new TypeError(words)).text, /^No answer came/);
  assert.equal(errorWords(new TypeError("x is not a function")).text, "Something went wrong in this page.");
});
