import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getProofSeed } from "./proof.ts";

const name = "SOUK_PROOF_SEED";
let originalValue: string | undefined;

beforeEach(() => {
  originalValue = process.env[name];
  delete process.env[name];
});
afterEach(() => {
  if (originalValue === undefined) delete process.env[name];
  else process.env[name] = originalValue;
});

test("without SOUK_PROOF_SEED, a proof, which is a long randomized test, always uses the same seed", () => {
  assert.equal(getProofSeed(), getProofSeed());
});

test("a proof uses the seed in SOUK_PROOF_SEED, and rejects an invalid seed", () => {
  process.env[name] = "7";
  assert.equal(getProofSeed(), 7);
  process.env[name] = "seven";
  assert.throws(getProofSeed, /The seed is "seven"\. It must be a whole number\./);
});
