import assert from "node:assert/strict";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { equalInConstantTime, signBody, signQuery, verifyBody, verifyQuery } from "./index.ts";

test("texts of equal and of different length compare without an error", () => {
  assert.equal(equalInConstantTime("abc", "abc"), true);
  assert.equal(equalInConstantTime("abc", "abd"), false);
  assert.equal(equalInConstantTime("abc", "ab"), false);
  assert.equal(equalInConstantTime("", "a"), false);
  assert.equal(equalInConstantTime("", ""), true);
  assert.equal(equalInConstantTime("é", "e\u0301"), false);
});

test("both verdicts compare through timingSafeEqual over digests of one length", (t) => {
  const compared = t.mock.method(crypto, "timingSafeEqual");
  syncBuiltinESMExports();
  t.after(() => {
    compared.mock.restore();
    syncBuiltinESMExports();
  });

  const now = new Date(1_763_683_200_000);
  const parameters = { timestamp: "1763683200" };
  const options = { now, maxAgeSeconds: 60 };
  for (const hmac of [signQuery(parameters, "spk"), "0".repeat(64), "short"]) {
    verifyQuery({ ...parameters, hmac }, "spk", options);
  }
  for (const header of [signBody("{}", "spk"), "0".repeat(64), "short"]) verifyBody("{}", header, "spk");

  const lengths = compared.mock.calls.map(({ arguments: [left, right] }) => [
    left.byteLength,
    right.byteLength,
  ]);
  assert.deepEqual(
    lengths,
    Array.from({ length: 6 }, () => [32, 32]),
  );
});
