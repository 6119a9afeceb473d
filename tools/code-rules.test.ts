import assert from "node:assert/strict";
import { test } from "node:test";
import { findViolations, type SourceFile } from "./code-rules.ts";

const product = "packages/platform/modules/stores/open-store.ts";

/** Return the broken rules, each as `path:line rule`. */
function broken(...files: [path: string, text: string][]): string[] {
  const sources: SourceFile[] = files.map(([path, text]) => ({ path, text }));
  return findViolations(sources).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

test("code that keeps the rules has no errors", () => {
  const text = "// Why it waits: the clock is a parameter.\nexport const a = 1;\n";
  assert.deepEqual(
    broken([product, text], ["packages/database/migrations/0001-stores.sql", "-- two rows\n"]),
    [],
  );
});

test("a folder with a meaningless name is an error", () => {
  for (const name of ["utils", "helpers", "services", "types", "common"]) {
    assert.deepEqual(broken([`packages/platform/${name}/a.ts`, ""]), [
      `packages/platform/${name}/a.ts:1 folder`,
    ]);
  }
});

test("a file of 300 lines is allowed, one more is an error", () => {
  assert.deepEqual(broken([product, "\n".repeat(300)]), []);
  assert.deepEqual(broken([product, "\n".repeat(301)]), [`${product}:301 length`]);
});

test("a check that is switched off is an error", () => {
  for (const mark of [
    "eslint-" + "disable-line",
    "biome-" + "ignore lint",
    "@ts-" + "ignore",
    "@ts-" + "expect-error",
  ]) {
    assert.deepEqual(broken([product, `f(); // ${mark}\n`]), [`${product}:1 switched-off-check`]);
  }
});

test("work left for later is an error in code and in SQL, and a word in a string is not", () => {
  const mark = "TO" + "DO";
  assert.deepEqual(broken([product, `// ${mark} later\n`]), [`${product}:1 unfinished`]);
  assert.deepEqual(broken([product, `/*\n * FIX${"ME"}: later\n */\n`]), [`${product}:2 unfinished`]);
  assert.deepEqual(
    broken(["packages/database/migrations/1.sql", `-- ${mark}\n`])[0]?.endsWith("unfinished"),
    true,
  );
  assert.deepEqual(broken([product, `const a = "${mark}";\n`]), []);
});
