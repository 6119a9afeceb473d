import assert from "node:assert/strict";
import { test } from "node:test";
import { buildHandle } from "./build-handle.ts";

test("a product's handle is its title in lowercase letters, digits and single hyphens", () => {
  assert.equal(buildHandle("  Crème Brûlée, 2 × 100 g! "), "creme-brulee-2-100-g");
  assert.equal(buildHandle("甘い"), "");
});
