import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testSettings } from "@souk/database";
import { compare } from "./compare.ts";
import { type Contest, startContest } from "./contest.ts";
import { allPass, report } from "./report.ts";

// The pieces of the bench at a tiny size; what is measured here says nothing and is not looked at.
let contest: Contest;

before(async () => {
  contest = await startContest({ products: 70, orders: 120, settings: testSettings });
});
after(() => contest.stop());

test("the floors of B1 and B2 answer what the platform answers, byte for byte", async () => {
  const { platformOrigin, floorOrigin } = contest.sides;
  const alike = contest.scenarios.filter(({ sameAnswers }) => sameAnswers);
  assert.deepEqual(
    alike.map(({ name }) => name),
    ["B1", "B1", "B2", "B2"],
  );
  for (const { platform, floor } of alike) {
    for (const at of [0, platform.length - 1]) {
      const answered = await contest.ask(platformOrigin, platform[at]!.path);
      assert.equal(await contest.ask(floorOrigin, floor[at]!.path), answered);
    }
  }
});

test("every scenario runs and is reported, with no failed request on platform or floor", async () => {
  const rounds = { rounds: 2, roundMs: 60, warmUpMs: 30, connections: 4 };
  const compared: Parameters<typeof report>[0]["compared"][number][] = [];
  for (const scenario of contest.scenarios) {
    const comparison = await compare(contest.generator, scenario, { sides: contest.sides, rounds });
    assert.ok(comparison.platform.perSecond > 0 && comparison.floor.perSecond > 0);
    assert.ok(comparison.lowest <= comparison.ratio && comparison.ratio <= comparison.highest);
    compared.push({ scenario, comparison });
  }
  const busyMiB = await contest.memoryMiB();
  const text = report({
    compared,
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

test("a figure beyond its pass line is a miss", () => {
  const figures = { perSecond: 100, p50Ms: 1, p99Ms: 2 };
  const comparison = { platform: figures, floor: figures, ratio: 0.59, lowest: 0.5, highest: 0.7 };
  const scenario = { name: "B1", title: "GET a product", passes: 0.6 };
  const starts = { firstMs: 9_000, secondMs: 2_000, idleMiB: 100 };
  const panel = { panel: "admin", contentMs: 400, floorMs: 100, scriptKiB: 230 };
  const findings = {
    compared: [{ scenario, comparison }],
    starts,
    panels: [panel],
    sizes: [],
    deliveries: { rates: null, latency: null },
    busyMiB: null,
  };
  assert.match(report(findings), /B1 GET a product.*59 %.*MISS/);
  assert.equal(allPass(findings), false);
  const passing = { ...findings, compared: [{ scenario, comparison: { ...comparison, ratio: 0.6 } }] };
  assert.equal(allPass(passing), true);
  assert.equal(allPass({ ...passing, starts: { ...starts, secondMs: 3_100 } }), false);
  assert.match(report(findings), /first page of admin +\| 0\.40 s +\| 0\.10 s .*pass/);
  for (const slow of [{ contentMs: 1_001 }, { scriptKiB: 294 }])
    assert.equal(allPass({ ...passing, panels: [{ ...panel, ...slow }] }), false);
});
