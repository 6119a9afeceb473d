import assert from "node:assert/strict";
import { test } from "node:test";
import { testSettings } from "@souk/database";
import { formatReport, haveAllPassed } from "../report.ts";
import { compareStoreSizes } from "./compare-store-sizes.ts";

// Runs B7 at a tiny size. The measured figures mean nothing and are not checked.
test("the store size benchmark runs every request for products in both stores", async () => {
  const rounds = { count: 2, roundMs: 40, warmUpMs: 20, connections: 2 };
  const sizes = await compareStoreSizes({
    resource: "products",
    large: 260,
    small: 120,
    rounds,
    settings: testSettings,
  });
  const titles = sizes.map(({ title }) => title);
  assert.ok(
    titles.includes("products since_id, last page") && titles.includes("levels by cursor, last page"),
  );
  for (const { comparison } of sizes) assert.ok(comparison.platform.perSecond > 0 && comparison.ratio > 0);
  const findings = {
    comparisons: [],
    starts: null,
    panels: [],
    deliveries: { rates: null, latency: null },
    sizes,
    busyMiB: null,
  };
  assert.match(formatReport(findings), /^\| products, last page +\| \d+ +\| \d+ +\| \d+\.\d\d × /m);
});

test("the store size benchmark runs every request for orders in both stores", async () => {
  const rounds = { count: 1, roundMs: 40, warmUpMs: 20, connections: 2 };
  const sizes = await compareStoreSizes({
    resource: "orders",
    large: 260,
    small: 120,
    rounds,
    settings: testSettings,
  });
  const titles = sizes.map(({ title }) => title);
  assert.ok(titles.includes("GET an order") && titles.includes("orders since_id, last page"));
  for (const { comparison } of sizes) assert.ok(comparison.platform.perSecond > 0 && comparison.ratio > 0);
});

test("a read that takes over 1.3 times as long in the large store as in the small store is a miss", () => {
  const figures = { perSecond: 100, p50Ms: 1, p99Ms: 2 };
  const createFindings = (timeRatio: number) => {
    const ratio = 1 / timeRatio;
    const comparison = { platform: figures, floor: figures, ratio, lowest: ratio, highest: ratio };
    return {
      comparisons: [],
      starts: null,
      panels: [],
      sizes: [{ title: "a read", comparison }],
      deliveries: { rates: null, latency: null },
      busyMiB: null,
    };
  };
  assert.deepEqual([haveAllPassed(createFindings(1.29)), haveAllPassed(createFindings(1.31))], [true, false]);
  assert.match(formatReport(createFindings(1.31)), /a read.*1\.31 ×.*MISS/);
});
