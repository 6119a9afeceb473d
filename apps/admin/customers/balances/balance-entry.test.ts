import assert from "node:assert/strict";
import { test } from "node:test";
import { type BalanceEntry, buildChartPoints } from "./balance-entry.ts";

function createEntry(created_at: string, change: string, result: string): BalanceEntry {
  const actor = { kind: "system", id: "souk", name: null } as const;
  return { id: 1, description: "", actor, created_at, change, result };
}

test("a balance chart starts with the balance before the oldest loaded change", () => {
  const points = buildChartPoints([
    createEntry("2026-11-02T00:00:00.000Z", "-2.50", "17.50"),
    createEntry("2026-11-01T00:00:00.000Z", "5.00", "20.00"),
  ]);
  const [firstDay, secondDay] = [Date.parse("2026-11-01"), Date.parse("2026-11-02")];
  assert.deepEqual(points, [
    { at: firstDay, total: 15 },
    { at: firstDay, total: 20 },
    { at: secondDay, total: 17.5 },
  ]);
});

test("a balance chart has no data points if the balance has never changed", () => {
  assert.deepEqual(buildChartPoints([]), []);
});
