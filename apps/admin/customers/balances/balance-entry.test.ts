import assert from "node:assert/strict";
import { test } from "node:test";
import { type BalanceEntry, balancePoints } from "./balance-entry.ts";

function entry(created_at: string, change: string, result: string): BalanceEntry {
  const actor = { kind: "system", id: "souk", name: null } as const;
  return { id: 1, description: "", actor, created_at, change, result };
}

test("a balance is drawn from before its oldest known change, the oldest first", () => {
  const points = balancePoints([
    entry("2026-11-02T00:00:00.000Z", "-2.50", "17.50"),
    entry("2026-11-01T00:00:00.000Z", "5.00", "20.00"),
  ]);
  const [first, second] = [Date.parse("2026-11-01"), Date.parse("2026-11-02")];
  assert.deepEqual(points, [
    { at: first, total: 15 },
    { at: first, total: 20 },
    { at: second, total: 17.5 },
  ]);
});

test("a chart without entries has no points", () => {
  assert.deepEqual(balancePoints([]), []);
});
