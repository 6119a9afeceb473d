import assert from "node:assert/strict";
import { test } from "node:test";
import { meanwhileText } from "./meanwhile-text.ts";

test("changes by others are listed by name up to three, and the rest is counted", () => {
  assert.match(meanwhileText(["A", "B", "C"]), /changed A; B; C\. Save again/);
  assert.match(meanwhileText(["A", "B", "C", "D", "E"]), /changed A; B; C; and 2 more\./);
});
