import assert from "node:assert/strict";
import { test } from "node:test";
import { checks, selectChecks } from "./checks.ts";

const selectNames = (nameParts: readonly string[]) => selectChecks(nameParts).map(({ name }) => name);

test("without an argument, all checks are selected", () => {
  assert.deepEqual(
    selectNames([]),
    checks.map(({ name }) => name),
  );
});

test("each argument selects the checks whose names contain it", () => {
  assert.deepEqual(selectNames(["rules", "imports"]), ["imports", "code rules"]);
  assert.deepEqual(selectNames(["no such check"]), []);
});
