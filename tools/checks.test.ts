import assert from "node:assert/strict";
import { test } from "node:test";
import { checks, chosenChecks } from "./checks.ts";

const names = (parts: readonly string[]) => chosenChecks(parts).map(({ name }) => name);

test("without a part of a name every check runs", () => {
  assert.deepEqual(
    names([]),
    checks.map(({ name }) => name),
  );
});

test("a part of a name selects the checks whose names contain it", () => {
  assert.deepEqual(names(["rules", "imports"]), ["imports", "code rules"]);
  assert.deepEqual(names(["no such check"]), []);
});
