import assert from "node:assert/strict";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { isEqualInConstantTime, signBody, signQuery, verifyBody, verifyQuery } from "./index.ts";

test("the constant-time comparison returns true only for equal texts", () => {
  assert.equal(isEqualInConstantTime("abc", "abc"), true);
  assert.equal(isEqualInConstantTime("abc", "abd"), false);
  assert.equal(isEqualInConstantTime("abc", "ab"), false);
  assert.equal(isEqualInConstantTime("", "a"), false);
  assert.equal(isEqualInConstantTime("", ""), true);
  assert.equal(isEqualInConstantTime("é", "e\u0301"), false);
});

test("bodies and queries are verified with timingSafeEqual on equally long digests", (t) => {
  const timingSafeEqual = t.mock.method(crypto, "timingSafeEqual");
  syncBuiltinESMExports();
  t.after(() => {
    timingSafeEqual.mock.restore();
    syncBuiltinESMExports();
  });

  const now = new Date(1_763_683_200_000);
  const parameters = { timestamp: "1763683200" };
  const options = { now, maxAgeSeconds: 60 };
  for (const hmac of [signQuery(parameters, "spk"), "0".repeat(64), "short"]) {
    verifyQuery({ ...parameters, hmac }, "spk", options);
  }
  for (const header of [signBody("{}", "spk"), "0".repeat(64), "short"]) verifyBody("{}", header, "spk");

  const lengths = timingSafeEqual.mock.calls.map(({ arguments: [left, right] }) => [
    left.byteLength,
    right.byteLength,
  ]);
  assert.deepEqual(
    lengths,
    Array.from({ length: 6 }, () => [32, 32]),
  );
});
