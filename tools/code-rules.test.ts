import assert from "node:assert/strict";
import { test } from "node:test";
import { findViolations, type SourceFile } from "./code-rules.ts";

const sourcePath = "packages/platform/modules/stores/open-store.ts";

/** Find the rules that the files break, each as `path:line rule`. */
function findBrokenRules(...files: [path: string, text: string][]): string[] {
  const sources: SourceFile[] = files.map(([path, text]) => ({ path, text }));
  return findViolations(sources).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

test("code that follows the code rules has no violations", () => {
  const text = "// The clock is a parameter.\nexport const a = 1;\n";
  assert.deepEqual(
    findBrokenRules([sourcePath, text], ["packages/database/migrations/0001-stores.sql", "-- two rows\n"]),
    [],
  );
});

test("a folder with a meaningless name breaks a code rule", () => {
  for (const name of ["utils", "helpers", "services", "types", "common"]) {
    assert.deepEqual(findBrokenRules([`packages/platform/${name}/a.ts`, ""]), [
      `packages/platform/${name}/a.ts:1 folder`,
    ]);
  }
});

test("a file of 300 lines is allowed, and a file of 301 lines breaks a code rule", () => {
  assert.deepEqual(findBrokenRules([sourcePath, "\n".repeat(300)]), []);
  assert.deepEqual(findBrokenRules([sourcePath, "\n".repeat(301)]), [`${sourcePath}:301 length`]);
});

test("a comment that disables a check breaks a code rule", () => {
  for (const mark of [
    "eslint-" + "disable-line",
    "biome-" + "ignore lint",
    "@ts-" + "ignore",
    "@ts-" + "expect-error",
  ]) {
    assert.deepEqual(findBrokenRules([sourcePath, `f(); // ${mark}\n`]), [`${sourcePath}:1 disabled-check`]);
  }
});

test("a to-do comment in code or SQL breaks a code rule, but a string with that word does not", () => {
  const mark = "TO" + "DO";
  assert.deepEqual(findBrokenRules([sourcePath, `// ${mark} later\n`]), [`${sourcePath}:1 unfinished`]);
  assert.deepEqual(findBrokenRules([sourcePath, `/*\n * FIX${"ME"}: later\n */\n`]), [
    `${sourcePath}:2 unfinished`,
  ]);
  assert.deepEqual(
    findBrokenRules(["packages/database/migrations/1.sql", `-- ${mark}\n`])[0]?.endsWith("unfinished"),
    true,
  );
  assert.deepEqual(findBrokenRules([sourcePath, `const a = "${mark}";\n`]), []);
});
