import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDay, formatInstant, formatRelativeTime } from "./format-instant.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test("a relative time is rounded and formatted in a single unit", () => {
  assert.equal(formatRelativeTime("2026-11-21T11:59:45Z", now), "just now");
  assert.equal(formatRelativeTime("2026-11-21T11:59:20Z", now), "1 minute ago");
  assert.equal(formatRelativeTime("2026-11-21T09:00:00Z", now), "3 hours ago");
  assert.equal(formatRelativeTime("2026-11-20T12:00:00Z", now), "yesterday");
  assert.equal(formatRelativeTime("2025-11-01T12:00:00Z", now), "last year");
  assert.equal(formatRelativeTime("2026-11-21T12:10:00Z", now), "in 10 minutes");
});

test("an instant is formatted with the name of its time zone", () => {
  assert.equal(formatInstant("2026-11-20T16:46:38.000Z", "Asia/Kuala_Lumpur"), "21 Nov 2026, 00:46 GMT+8");
  assert.equal(formatInstant("2026-11-20T16:46:38.000+08:00", "UTC"), "20 Nov 2026, 08:46 UTC");
});

test("a day is formatted according to the UTC offset of the time", () => {
  assert.equal(formatDay("2026-12-24T00:00:00.000+08:00"), "24 Dec 2026");
  assert.equal(formatDay("2026-03-01T23:30:00.000-05:00"), "1 Mar 2026");
});
