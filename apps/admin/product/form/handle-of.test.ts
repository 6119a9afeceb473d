import assert from "node:assert/strict";
import { test } from "node:test";
import { handleOf } from "./handle-of.ts";

test("a title becomes letters, digits and single hyphens", () => {
  assert.equal(handleOf("  Crème Brûlée, 2 × 100 g! "), "creme-brulee-2-100-g");
  assert.equal(handleOf("甘い"), "");
});
