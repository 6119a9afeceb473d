import assert from "node:assert/strict";
import { test } from "node:test";
import { renderConfigurationReference } from "./configuration-reference.ts";
import { variables } from "./variables.ts";

test("the configuration reference has one row for every variable", () => {
  const rows = renderConfigurationReference()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  assert.deepEqual(
    rows.map((row) => /`(\w+)`/.exec(row)?.[1]),
    Object.keys(variables),
  );
  // The unescaped bars of a row enclose and separate four cells. So splitting the row gives six texts.
  for (const row of rows) assert.equal(row.split(/(?<!\\)\|/).length, 6, row);
});
