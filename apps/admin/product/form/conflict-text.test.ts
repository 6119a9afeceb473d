import assert from "node:assert/strict";
import { test } from "node:test";
import { buildConflictText } from "./conflict-text.ts";

test("the message about an edit conflict names up to three fields and counts the others", () => {
  assert.match(buildConflictText(["A", "B", "C"]), /changed A; B; C\. Save again/);
  assert.match(buildConflictText(["A", "B", "C", "D", "E"]), /changed A; B; C; and 2 more\./);
});
