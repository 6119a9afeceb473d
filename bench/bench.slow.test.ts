import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testSettings } from "@souk/database";
import { compareServers } from "./compare-servers.ts";
import { type ComparisonFixture, createComparisonFixture } from "./comparison-fixture.ts";
import { formatReport, haveAllPassed } from "./report.ts";

// Runs all parts of the benchmarks at a tiny size. The measured figures mean nothing and are not checked.
let fixture: ComparisonFixture;

before(async () => {
  fixture = await createComparisonFixture({ products: 70, orders: 120, settings: testSettings });
});
after(() => fixture.stop());

test("the minimal servers of benchmarks B1 and B2 return the same bytes as Souk", async () => {
  const { platformOrigin, floorOrigin } = fixture.servers;
  const scenariosWithSameResponses = fixture.scenarios.filter(({ hasSameResponses }) => hasSameResponses);
  assert.deepEqual(
    scenariosWithSameResponses.map(({ name }) => name),
    ["B1", "B1", "B2", "B2"],
  );
  for (const { platform, floor } of scenariosWithSameResponses) {
    for (const requestIndex of [0, platform.length - 1]) {
      const platformText = await fixture.fetchText(platformOrigin, platform[requestIndex]!.path);
      assert.equal(await fixture.fetchText(floorOrigin, floor[requestIndex]!.path), platformText);
    }
  }
});

test("every benchmark scenario runs without failed requests and is reported", async () => {
  const rounds = { count: 2, roundMs: 60, warmUpMs: 30, connections: 4 };
  const comparisons: Parameters<typeof formatReport>[0]["comparisons"][number][] = [];
  for (const scenario of fixture.scenarios) {
    const comparison = await compareServers(fixture.generator, scenario, {
      servers: fixture.servers,
      rounds,
    });
    assert.ok(comparison.platform.perSecond > 0 && comparison.floor.perSecond > 0);
    assert.ok(comparison.lowest <= comparison.ratio && comparison.ratio <= comparison.highest);
    comparisons.push({ scenario, comparison });
  }
  const busyMiB = await fixture.readMemoryMiB();
  const text = formatReport({
    comparisons,
    starts: null,
    panels: [],
    sizes: [],
    deliveries: { rates: null, latency: null },
    busyMiB,
  });
  assert.match(text, /^\| B3 PUT inventory adjust +\| \d+ +\| \d+ +\|/m);
  assert.match(text, /^\| B4 POST an order of 3 lines +\| \d+ +\| \d+ +\|/m);
  assert.match(text, /^\| B8 memory under B1 +\| \d+ MiB/m);
});

test("a benchmark figure beyond its limit is reported as a miss", () => {
  const figures = { perSecond: 100, p50Ms: 1, p99Ms: 2 };
  const comparison = { platform: figures, floor: figures, ratio: 0.59, lowest: 0.5, highest: 0.7 };
  const scenario = { name: "B1", title: "GET a product", minRatio: 0.6 };
  const starts = { firstMs: 9_000, secondMs: 2_000, idleMiB: 100 };
  const panel = { panel: "admin", contentMs: 400, signInPageMs: 100, scriptKiB: 230 };
  const findings = {
    comparisons: [{ scenario, comparison }],
    starts,
    panels: [panel],
    sizes: [],
    deliveries: { rates: null, latency: null },
    busyMiB: null,
  };
  assert.match(formatReport(findings), /B1 GET a product.*59 %.*MISS/);
  assert.equal(haveAllPassed(findings), false);
  const passingFindings = {
    ...findings,
    comparisons: [{ scenario, comparison: { ...comparison, ratio: 0.6 } }],
  };
  assert.equal(haveAllPassed(passingFindings), true);
  assert.equal(haveAllPassed({ ...passingFindings, starts: { ...starts, secondMs: 3_100 } }), false);
  assert.match(formatReport(findings), /first page of admin +\| 0\.40 s +\| 0\.10 s .*pass/);
  for (const change of [{ contentMs: 1_001 }, { scriptKiB: 294 }])
    assert.equal(haveAllPassed({ ...passingFindings, panels: [{ ...panel, ...change }] }), false);
});
