import assert from "node:assert/strict";
import { test } from "node:test";
import { getReadingTimeMs } from "./reading-time.ts";

test("a message is shown long enough to be read, and a failure is shown longer", () => {
  assert.equal(getReadingTimeMs("App saved", false), 6_000);
  assert.equal(getReadingTimeMs("Can't reach the server.", true), 12_000);
  // The longest message that an app may show.
  assert.ok(getReadingTimeMs("x".repeat(1_000), false) > 60_000);
});
