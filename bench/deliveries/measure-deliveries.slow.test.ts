import assert from "node:assert/strict";
import { test } from "node:test";
import { testSettings } from "@souk/database";
import { measureDeliveries } from "./measure-deliveries.ts";
import { deliveriesPass, deliveryRows } from "./report-deliveries.ts";

// The pieces at a tiny size; what is measured here says nothing and is not looked at.
test("B5, B6 and B9 run at a tiny size on platform, floor and peers, and are reported", async () => {
  const found = await measureDeliveries({
    endpoints: 2,
    rates: { changes: 10, rounds: 1, processes: [1, 2] },
    latency: { perSecond: 50, forMs: 200 },
    settings: testSettings,
  });
  assert.ok(found.rates && found.latency);
  for (const rate of [...found.rates.souk.values(), ...Object.values(found.rates.peers)]) assert.ok(rate > 0);
  assert.equal(found.latency.count, 10);
  assert.deepEqual(
    deliveryRows(found).map(([title]) => title),
    [
      "B5 deliveries of one process, of a bare loop",
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

test("a figure beyond its pass line is a miss", () => {
  const latency = { perSecond: 200, count: 10, p50Ms: 10, p99Ms: 200 };
  assert.ok(deliveriesPass({ rates: null, latency }));
  assert.ok(!deliveriesPass({ rates: null, latency: { ...latency, p99Ms: 301 } }));
  const peers = { undici: 100, "graphile-worker": 10, "pg-boss": 10 };
  const rates = { souk: new Map([[1, 40]]), peers, ratio: 0.4, lowest: 0.3, highest: 0.5, apiP99Ms: 20 };
  assert.ok(deliveriesPass({ rates, latency: null }));
  assert.ok(!deliveriesPass({ rates: { ...rates, ratio: 0.24 }, latency: null }));
  assert.ok(!deliveriesPass({ rates: { ...rates, apiP99Ms: 101 }, latency: null }));
});
