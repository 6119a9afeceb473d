import assert from "node:assert/strict";
import { test } from "node:test";
import { isNewer } from "./is-newer.ts";

const createRecord = (updated_at: string): { updated_at: string } => ({ updated_at });

test("WHK-11 only a newer record replaces the stored one, even with another UTC offset", () => {
  const storedRecord = createRecord("2026-11-20T16:46:38.000+08:00");
  assert.equal(isNewer(createRecord("2026-11-20T08:46:38.001Z"), storedRecord), true);
  assert.equal(isNewer(createRecord("2026-11-20T08:46:38.000Z"), storedRecord), false);
  // Compared as text, this time would be greater.
  assert.equal(isNewer(createRecord("2026-11-20T17:00:00.000+09:00"), storedRecord), false);
  assert.equal(isNewer(createRecord("2026-11-20T08:46:38.000Z"), null), true);
  assert.equal(isNewer(createRecord("2026-11-20T08:46:38.000Z"), "2026-11-20T08:00:00Z"), true);
  assert.equal(isNewer(createRecord("2026-11-20T08:46:38.000Z"), new Date("2026-11-20T09:00:00Z")), false);
});

test("WHK-11 `isNewer` compares the stock of a level by inventory_level_updated_at", () => {
  const level = { inventory_level_updated_at: "2026-11-20T08:46:38.000Z", inventory_quantity: 3 };
  assert.equal(isNewer(level, "2026-11-20T08:46:37.999Z"), true);
  assert.equal(isNewer(level, level), false);
});

test("`isNewer` throws an error for a record without a valid date", () => {
  assert.throws(() => isNewer(createRecord("yesterday"), "2026-11-20T08:46:38.000Z"), TypeError);
  assert.throws(() => isNewer(createRecord("2026-11-20T08:46:38.000Z"), ""), TypeError);
});
