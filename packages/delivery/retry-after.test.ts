import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRetryAfter } from "./retry-after.ts";

const now = Date.parse("2026-11-20T08:00:00.500Z");

test("Retry-After is parsed as seconds or as an HTTP date", () => {
  assert.equal(parseRetryAfter("0", now), 0);
  assert.equal(parseRetryAfter("120", now), 120);
  assert.equal(parseRetryAfter("Fri, 20 Nov 2026 08:01:00 GMT", now), 60);
  assert.equal(parseRetryAfter("Fri, 20 Nov 2026 07:00:00 GMT", now), 0);
});

test("an invalid Retry-After is ignored", () => {
  const values = [
    "",
    "-1",
    "1.5",
    "1e3",
    "soon",
    "2026-11-20T08:01:00Z",
    "Fri, 99 Nov 2026 08:01:00 GMT",
    "1".repeat(10),
  ];
  for (const value of [...values, undefined, ["1", "2"]])
    assert.equal(parseRetryAfter(value, now), undefined);
});
