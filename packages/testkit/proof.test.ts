import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { proofSeed } from "./proof.ts";

const name = "SOUK_PROOF_SEED";
let given: string | undefined;

beforeEach(() => {
  given = process.env[name];
  delete process.env[name];
});
afterEach(() => {
  if (given === undefined) delete process.env[name];
  else process.env[name] = given;
});

test("a run without a given seed uses the fixed seed, so that CI can be repeated", () => {
  assert.equal(proofSeed(), proofSeed());
});

test("a given seed is used, and an invalid one is rejected", () => {
  process.env[name] = "7";
  assert.equal(proofSeed(), 7);
  process.env[name] = "seven";
  assert.throws(proofSeed, /The seed is "seven"; it takes a whole number\./);
});
