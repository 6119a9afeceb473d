import assert from "node:assert/strict";
import { test } from "node:test";
import { formatInstant, relativeTime } from "./format-instant.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test("how long ago is said in the largest unit that fits", () => {
  assert.equal(relativeTime("2026-11-21T11:59:45Z", now), "just now");
  assert.equal(relativeTime("2026-11-21T11:59:20Z", now), "1 minute ago");
  assert.equal(relativeTime("2026-11-21T09:00:00Z", now), "3 hours ago");
  assert.equal(relativeTime("2026-11-20T12:00:00Z", now), "yesterday");
  assert.equal(relativeTime("2025-11-01T12:00:00Z", now), "last year");
  assert.equal(relativeTime("2026-11-21T12:10:00Z", now), "in 10 minutes");
});

test("the exact time stands in the given zone and names it", () => {
  assert.equal(formatInstant("2026-11-20T16:46:38.000Z", "Asia/Kuala_Lumpur"), "21 Nov 2026, 00:46 GMT+8");
  assert.equal(formatInstant("2026-11-20T16:46:38.000+08:00", "UTC"), "20 Nov 2026, 08:46 UTC");
});
