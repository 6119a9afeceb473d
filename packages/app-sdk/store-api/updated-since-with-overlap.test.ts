import assert from "node:assert/strict";
import { test } from "node:test";
import { updatedSinceWithOverlap } from "./updated-since-with-overlap.ts";

test("a reconciliation begins two hours before the newest record's `updated_at`, in the store's time", () => {
  assert.equal(updatedSinceWithOverlap("2026-11-20T16:46:38.000+08:00"), "2026-11-20T14:46:38.000+08:00");
  assert.equal(updatedSinceWithOverlap("2026-11-20T01:00:00.500-08:00"), "2026-11-19T23:00:00.500-08:00");
  assert.equal(updatedSinceWithOverlap("2026-11-20T16:46:38Z", 0.5), "2026-11-20T16:16:38.000Z");
  assert.equal(updatedSinceWithOverlap(null), undefined);
  assert.throws(() => updatedSinceWithOverlap("yesterday"), TypeError);
});
