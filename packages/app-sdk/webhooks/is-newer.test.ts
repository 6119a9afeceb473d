import assert from "node:assert/strict";
import { test } from "node:test";
import { isNewer } from "./is-newer.ts";

const at = (updated_at: string): { updated_at: string } => ({ updated_at });

test("WHK-11 only a newer record overwrites the stored one, whatever its offset", () => {
  const kept = at("2026-11-20T16:46:38.000+08:00");
  assert.equal(isNewer(at("2026-11-20T08:46:38.001Z"), kept), true);
  assert.equal(isNewer(at("2026-11-20T08:46:38.000Z"), kept), false);
  // As a text it would be the greater one.
  assert.equal(isNewer(at("2026-11-20T17:00:00.000+09:00"), kept), false);
  assert.equal(isNewer(at("2026-11-20T08:46:38.000Z"), null), true);
  assert.equal(isNewer(at("2026-11-20T08:46:38.000Z"), "2026-11-20T08:00:00Z"), true);
  assert.equal(isNewer(at("2026-11-20T08:46:38.000Z"), new Date("2026-11-20T09:00:00Z")), false);
});

test("WHK-11 stock is compared by inventory_level_updated_at", () => {
  const level = { inventory_level_updated_at: "2026-11-20T08:46:38.000Z", inventory_quantity: 3 };
  assert.equal(isNewer(level, "2026-11-20T08:46:37.999Z"), true);
  assert.equal(isNewer(level, level), false);
});

test("a record without a date is rejected, neither old nor new", () => {
  assert.throws(() => isNewer(at("yesterday"), "2026-11-20T08:46:38.000Z"), TypeError);
  assert.throws(() => isNewer(at("2026-11-20T08:46:38.000Z"), ""), TypeError);
});
