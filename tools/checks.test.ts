import assert from "node:assert/strict";
import { test } from "node:test";
import { checks, selectChecks } from "./checks.ts";

const selectNames = (nameParts: readonly string[]) => selectChecks(nameParts).map(({ name }) => name);

test("`npm run verify` without an argument selects all checks", () => {
  assert.deepEqual(
    selectNames([]),
    checks.map(({ name }) => name),
  );
});

test("`npm run verify rules imports` selects the checks with one of these words in their names", () => {
  assert.deepEqual(selectNames(["rules", "imports"]), ["imports", "code rules"]);
  assert.deepEqual(selectNames(["no such check"]), []);
});
