import assert from "node:assert/strict";
import { test } from "node:test";
import { buildHandle } from "./build-handle.ts";

test("a product's handle consists of the Latin letters and digits of its title, in lowercase and joined by hyphens", () => {
  assert.equal(buildHandle("  Crème Brûlée, 2 × 100 g! "), "creme-brulee-2-100-g");
  assert.equal(buildHandle("甘い"), "");
});
