import assert from "node:assert/strict";
import { test } from "node:test";
import { getReadingTimeMs } from "./reading-time.ts";

test("a message stays for as long as it takes to read, longer for a failure", () => {
  assert.equal(getReadingTimeMs("App saved", false), 6_000);
  assert.equal(getReadingTimeMs("Can't reach the server.", true), 12_000);
  // As much as an app may say.
  assert.ok(getReadingTimeMs("x".repeat(1_000), false) > 60_000);
});
