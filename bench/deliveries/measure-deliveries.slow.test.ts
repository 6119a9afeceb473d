import assert from "node:assert/strict";
import { test } from "node:test";
import { testSettings } from "@souk/database";
import { measureDeliveries } from "./measure-deliveries.ts";
import { buildDeliveryRows, haveDeliveriesPassed } from "./report-deliveries.ts";

// Runs the benchmarks at a tiny size. The measured figures mean nothing and are not checked.
test("the delivery benchmarks run for Souk, a bare loop and other libraries", async () => {
  const findings = await measureDeliveries({
    endpointCount: 2,
    rates: { changes: 10, rounds: 1, processCounts: [1, 2] },
    latency: { perSecond: 50, durationMs: 200, warmUpMs: 100 },
    settings: testSettings,
  });
  assert.ok(findings.rates && findings.latency);
  for (const rate of [...findings.rates.souk.values(), ...Object.values(findings.rates.peers)])
    assert.ok(rate > 0);
  assert.equal(findings.latency.count, 10);
  assert.deepEqual(
    buildDeliveryRows(findings).map(([title]) => title),
    [
      "B5 deliveries of one process, as a share of a bare loop",
      "B5 Souk",
      "B9 Souk, 2 processes",
      "B5 undici",
      "B5 graphile-worker",
      "B5 pg-boss",
      "B5 p99 of the API meanwhile",
      "B6 change to arrival at 50/s, p50",
      "B6 change to arrival at 50/s, p99",
    ],
  );
});

test("a delivery benchmark with a figure beyond its limit does not pass", () => {
  const latency = { perSecond: 200, count: 10, p50Ms: 10, p99Ms: 200 };
  assert.ok(haveDeliveriesPassed({ rates: null, latency }));
  assert.ok(!haveDeliveriesPassed({ rates: null, latency: { ...latency, p99Ms: 301 } }));
  const peers = { undici: 100, "graphile-worker": 10, "pg-boss": 10 };
  const rates = { souk: new Map([[1, 40]]), peers, ratio: 0.4, lowest: 0.3, highest: 0.5, apiP99Ms: 20 };
  assert.ok(haveDeliveriesPassed({ rates, latency: null }));
  assert.ok(!haveDeliveriesPassed({ rates: { ...rates, ratio: 0.24 }, latency: null }));
  assert.ok(!haveDeliveriesPassed({ rates: { ...rates, apiP99Ms: 101 }, latency: null }));
});
