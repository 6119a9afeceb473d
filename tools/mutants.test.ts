import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { testNames } from "./clause-coverage.ts";
import { mutants } from "./mutants.ts";
import { proofPattern, proofs } from "./proofs.ts";
import { root } from "./root.ts";

test("every guard of the mutants stands where the table says, once, and has its tests", () => {
  for (const { name, edits, tests, pattern } of mutants) {
    for (const { file, search } of edits)
      assert.equal(
        readFileSync(join(root, file), "utf8").split(search).length,
        2,
        `${name}: ${file}: ${search}`,
      );
    const names = tests.flatMap((file) => {
      assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
      return testNames(file, readFileSync(join(root, file), "utf8"));
    });
    assert.ok(
      names.some((test) => new RegExp(pattern ?? "").test(test)),
      `${name}: no test matches ${pattern}`,
    );
  }
  assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
});

test("a proof is known by its whole name", () => {
  assert.match("P38b a repeated parameter is refused", proofPattern("P38b"));
  assert.doesNotMatch("P38b a repeated parameter is refused", proofPattern("P38"));
  assert.doesNotMatch("P10: exactly 200", proofPattern("P1"));
  assert.ok(Object.keys(proofs).length > 30);
});
