import assert from "node:assert/strict";
import { test } from "node:test";
import { readingTime } from "./reading-time.ts";

test("a message stays as long as it takes to read, and one of a failure longer", () => {
  assert.equal(readingTime("Saved.", false), 6_000);
  assert.equal(readingTime("No answer came.", true), 12_000);
  // As much as an app may say.
  assert.ok(readingTime("x".repeat(1_000), false) > 60_000);
});
