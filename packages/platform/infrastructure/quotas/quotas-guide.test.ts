import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { quotas } from "./quotas.ts";

test("the guide for operators lists every quota with its maximum", async () => {
  const guide = await readFile(join(import.meta.dirname, "../../../../docs/guides/operate.md"), "utf8");
  const rows = guide.split("\n").filter((line) => line.startsWith("| `"));
  const expectedRows = Object.entries(quotas).map(
    ([name, { max, counted }]) => `| \`${name}\` | ${max.toLocaleString("en")} | ${counted} |`,
  );
  assert.deepEqual(rows, expectedRows);
});
