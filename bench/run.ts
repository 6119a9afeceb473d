// npm run bench -- [B1] [B2] [B3] [B4] [B5] [B6] [B7] [B7-orders] [B8] [B9] [panels] [--save] [--rounds N]
// Measures the platform and, for comparison, minimal servers that do the same work (docs/decisions/0006; for B7 docs/decisions/0011).
// npm run bench -- --against FOLDER [--pairs N] [B1] …
// Runs the benchmarks of another working copy and of this one in turn, in 7 pairs of runs by default.
// --save appends the report to the day's file in results/.
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compareServers, type Rounds } from "./compare-servers.ts";
import { compareWorkingCopies, formatDifferences, maxWorsening } from "./compare-working-copies.ts";
import { type ComparisonFixture, createComparisonFixture } from "./comparison-fixture.ts";
import { measureDeliveries } from "./deliveries/measure-deliveries.ts";
import { measurePanels } from "./panel-times.ts";
import { type Findings, formatReport, haveAllPassed } from "./report.ts";
import { saveReport } from "./save-report.ts";
import { compareStoreSizes } from "./sizes/compare-store-sizes.ts";
import { measureStarts } from "./start-times.ts";

const scenarioNames = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B7-orders", "B8", "B9", "panels"];
// Each of these scenarios starts its own servers. B1 to B4 share servers.
const separateScenarios = ["B5", "B6", "B7", "B7-orders", "B8", "B9", "panels"];
const productCount = 10_000;
const orderCount = 10_000;
const defaultRounds: Rounds = { count: 5, roundMs: 2_000, warmUpMs: 2_000, connections: 64 };
/** The numbers of records in the two stores of B7, and the rounds of B7. */
const sizes = {
  large: 1_000_000,
  small: 10_000,
  rounds: { ...defaultRounds, roundMs: 1_000, warmUpMs: 1_000 },
};
/** Milliseconds between two readings of the platform's memory. */
const memoryIntervalMs = 250;
/** The number of webhook endpoints in B5 and B9. */
const endpointCount = 200;
/** The number of stock changes in each round of B5 and B9. */
const changesPerRound = 300;
const defaultDeliveryRounds = 3;
const defaultPairs = 7;
/** The stock changes of B6: their rate, the duration of the measurement, and that of the warm-up before it. */
const latencyLoad = { perSecond: 200, durationMs: 20_000, warmUpMs: 10_000 };

/** How many rounds a run has for each figure, and how long they are. */
interface RoundPlan {
  rounds: Rounds;
  /** The number of rounds of B5 and B9, and the number of stock changes in each round. */
  deliveryRounds: { changes: number; rounds: number };
}

/** Plan the rounds of a run. @param count the number of rounds of each figure; undefined for the defaults */
function planRounds(count: number | undefined): RoundPlan {
  return {
    rounds: { ...defaultRounds, count: count ?? defaultRounds.count },
    deliveryRounds: { changes: changesPerRound, rounds: count ?? defaultDeliveryRounds },
  };
}

/** Measure the platform's memory at intervals until other work has ended. @returns the maximum, in MiB */
async function measureMaxMemory(fixture: ComparisonFixture, work: Promise<unknown>): Promise<number> {
  let maxMiB = 0;
  const readMemory = async () => {
    maxMiB = Math.max(maxMiB, await fixture.readMemoryMiB());
  };
  const timer = setInterval(() => void readMemory(), memoryIntervalMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return maxMiB;
}

/** Measure the requested scenarios one after another, and return the results. */
async function measure(
  requestedNames: ReadonlySet<string>,
  { rounds, deliveryRounds }: RoundPlan,
): Promise<Findings> {
  const comparisons: Findings["comparisons"][number][] = [];
  const starts = requestedNames.has("B8") ? await measureStarts() : null;
  const panels = requestedNames.has("panels") ? await measurePanels() : [];
  const isB9Requested = requestedNames.has("B9");
  const deliveries = await measureDeliveries({
    endpointCount,
    ...((requestedNames.has("B5") || isB9Requested) && {
      rates: { ...deliveryRounds, processCounts: isB9Requested ? [1, 2, 3, 4] : [1] },
    }),
    ...(requestedNames.has("B6") && { latency: latencyLoad }),
  });
  const sizedReads = [
    ...(requestedNames.has("B7") ? await compareStoreSizes({ resource: "products", ...sizes }) : []),
    ...(requestedNames.has("B7-orders") ? await compareStoreSizes({ resource: "orders", ...sizes }) : []),
  ];
  if (!scenarioNames.some((name) => requestedNames.has(name) && !separateScenarios.includes(name)))
    return { comparisons, starts, panels, sizes: sizedReads, deliveries, busyMiB: null };
  const fixture = await createComparisonFixture({ products: productCount, orders: orderCount });
  let busyMiB: number | null = null;
  try {
    for (const scenario of fixture.scenarios.filter(({ name }) => requestedNames.has(name))) {
      const comparisonPromise = compareServers(fixture.generator, scenario, {
        servers: fixture.servers,
        rounds,
      });
      const maxMiB = await measureMaxMemory(fixture, comparisonPromise);
      if (scenario.name === "B1") busyMiB = Math.max(busyMiB ?? 0, maxMiB);
      comparisons.push({ scenario, comparison: await comparisonPromise });
    }
  } finally {
    await fixture.stop();
  }
  return { comparisons, starts, panels, sizes: sizedReads, deliveries, busyMiB };
}

function describeMachine(): string {
  const [firstCpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} × ${firstCpu?.model ?? "unknown"}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`;
}

function describeRun(requestedNames: readonly string[], { rounds, deliveryRounds }: RoundPlan): string {
  const lines = [
    describeMachine(),
    `${rounds.connections} connections, ${productCount} products and ${orderCount} orders, ${rounds.count} rounds of ${rounds.roundMs / 1000} s for each server in turn, medians`,
  ];
  if (requestedNames.includes("B5") || requestedNames.includes("B9"))
    lines.push(
      `B5, B9: ${endpointCount} endpoints, ${deliveryRounds.changes * endpointCount} deliveries per round, ${deliveryRounds.rounds} rounds for each sender in turn, medians`,
    );
  if (requestedNames.includes("B7") || requestedNames.includes("B7-orders"))
    lines.push(
      `B7: ${sizes.large} records compared with ${sizes.small}, rounds of ${sizes.rounds.roundMs / 1000} s`,
    );
  return `${lines.join("\n")}\n`;
}

/** Parse the value of an option as an integer. @throws Error if it is not from 1 to 9999 */
function parseCount(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error(`--${option} must be a number from 1 to 9999.`);
  return Number(value);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      save: { type: "boolean", default: false },
      rounds: { type: "string" },
      against: { type: "string" },
      pairs: { type: "string" },
    },
  });
  const unknownNames = positionals.filter((name) => !scenarioNames.includes(name));
  if (unknownNames.length > 0) {
    console.error(
      `There is no scenario ${unknownNames.join(", ")}. The scenarios are ${scenarioNames.join(", ")}.`,
    );
    process.exitCode = 1;
    return;
  }
  const requestedNames = positionals.length > 0 ? positionals : scenarioNames;
  const day = new Date().toISOString().slice(0, 10);
  const printAndSave = async (text: string) => {
    console.log(text);
    if (values.save)
      await saveReport(join(import.meta.dirname, "results"), { day, names: requestedNames, text });
  };
  if (values.against !== undefined) {
    const folders = { baseline: resolve(values.against), current: resolve(import.meta.dirname, "..") };
    const pairs = parseCount("pairs", values.pairs) ?? defaultPairs;
    const differences = await compareWorkingCopies(folders, { names: requestedNames, pairs });
    await printAndSave(
      `${formatDifferences(differences)}\n\n${describeMachine()}\n${pairs} pairs of runs in turn, medians\n`,
    );
    process.exitCode = differences.every(({ worsening }) => worsening <= maxWorsening) ? 0 : 1;
    return;
  }
  const plan = planRounds(parseCount("rounds", values.rounds));
  const findings = await measure(new Set(requestedNames), plan);
  await printAndSave(`${formatReport(findings)}\n\n${describeRun(requestedNames, plan)}`);
  process.exitCode = haveAllPassed(findings) ? 0 : 1;
}

await main();
