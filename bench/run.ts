// npm run bench -- [B1] [B2] [B3] [B4] [B5] [B6] [B7] [B7-orders] [B8] [B9] [panels] [--save] [--rounds N]
// Measures the platform beside its floors in one run (docs/decisions/0006; for B7 docs/decisions/0011).
// npm run bench -- --against FOLDER [--pairs N] [B1] …
// Runs the bench of another checkout and of this one in turn, 7 pairs when --pairs is omitted.
// --save adds the report to the day's file in results/.
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compareCheckouts, reportDifferences, tolerance } from "./against.ts";
import { compare, type Rounds } from "./compare.ts";
import { type Contest, startContest } from "./contest.ts";
import { measureDeliveries } from "./deliveries/measure-deliveries.ts";
import { keepReport } from "./keep-report.ts";
import { measurePanels } from "./panel-times.ts";
import { allPass, type Findings, report } from "./report.ts";
import { measureSizes } from "./sizes/measure-sizes.ts";
import { measureStarts } from "./start-times.ts";

const names = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B7-orders", "B8", "B9", "panels"];
// Each is measured apart from B1 to B4, in an environment of its own.
const apart = ["B5", "B6", "B7", "B7-orders", "B8", "B9", "panels"];
const products = 10_000;
const orders = 10_000;
const usualRounds: Rounds = { rounds: 5, roundMs: 2_000, warmUpMs: 2_000, connections: 64 };
const sizes = {
  large: 1_000_000,
  small: 10_000,
  rounds: { ...usualRounds, roundMs: 1_000, warmUpMs: 1_000 },
};
const memoryEveryMs = 250;
const endpoints = 200;
const changes = 300;
const usualSendingRounds = 3;
const usualPairs = 7;
const steady = { perSecond: 200, forMs: 20_000 };

/** The rounds of one run. */
interface Plan {
  rounds: Rounds;
  /** The rounds of B5 and B9, and the changes in each. */
  sending: { changes: number; rounds: number };
}

/** Return the rounds of a run. @param count the number of rounds of each figure in place of the usual */
function planRounds(count: number | undefined): Plan {
  return {
    rounds: { ...usualRounds, rounds: count ?? usualRounds.rounds },
    sending: { changes, rounds: count ?? usualSendingRounds },
  };
}

/** Watch the memory of the platform while something runs. @returns the greatest seen, in MiB */
async function greatestMemory(contest: Contest, work: Promise<unknown>): Promise<number> {
  let greatest = 0;
  const look = async () => {
    greatest = Math.max(greatest, await contest.memoryMiB());
  };
  const watch = setInterval(() => void look(), memoryEveryMs);
  try {
    await work;
  } finally {
    clearInterval(watch);
  }
  return greatest;
}

async function measure(asked: ReadonlySet<string>, { rounds, sending }: Plan): Promise<Findings> {
  const compared: Findings["compared"][number][] = [];
  const starts = asked.has("B8") ? await measureStarts() : null;
  const panels = asked.has("panels") ? await measurePanels() : [];
  const many = asked.has("B9");
  const deliveries = await measureDeliveries({
    endpoints,
    ...((asked.has("B5") || many) && { rates: { ...sending, processes: many ? [1, 2, 3, 4] : [1] } }),
    ...(asked.has("B6") && { latency: steady }),
  });
  const sized = [
    ...(asked.has("B7") ? await measureSizes({ of: "products", ...sizes }) : []),
    ...(asked.has("B7-orders") ? await measureSizes({ of: "orders", ...sizes }) : []),
  ];
  if (!names.some((name) => asked.has(name) && !apart.includes(name)))
    return { compared, starts, panels, sizes: sized, deliveries, busyMiB: null };
  const contest = await startContest({ products, orders });
  let busyMiB: number | null = null;
  try {
    for (const scenario of contest.scenarios.filter(({ name }) => asked.has(name))) {
      const comparing = compare(contest.generator, scenario, { sides: contest.sides, rounds });
      const greatest = await greatestMemory(contest, comparing);
      if (scenario.name === "B1") busyMiB = Math.max(busyMiB ?? 0, greatest);
      compared.push({ scenario, comparison: await comparing });
    }
  } finally {
    await contest.stop();
  }
  return { compared, starts, panels, sizes: sized, deliveries, busyMiB };
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} × ${first?.model ?? "unknown"}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`;
}

function describe(asked: readonly string[], { rounds, sending }: Plan): string {
  const lines = [
    machine(),
    `${rounds.connections} connections, ${products} products and ${orders} orders, ${rounds.rounds} rounds of ${rounds.roundMs / 1000} s each way in turn, medians`,
  ];
  if (asked.includes("B5") || asked.includes("B9"))
    lines.push(
      `B5, B9: ${endpoints} endpoints, ${sending.changes * endpoints} deliveries a round, ${sending.rounds} rounds each way in turn, medians`,
    );
  if (asked.includes("B7") || asked.includes("B7-orders"))
    lines.push(
      `B7: ${sizes.large} records beside ${sizes.small}, rounds of ${sizes.rounds.roundMs / 1000} s`,
    );
  return `${lines.join("\n")}\n`;
}

/** Parse the value of an option as a whole number of at least 1. @throws when it is none */
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
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`${unknown.join(", ")}: there is no such scenario, only ${names.join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  const asked = positionals.length > 0 ? positionals : names;
  const day = new Date().toISOString().slice(0, 10);
  const keep = async (text: string) => {
    console.log(text);
    if (values.save) await keepReport(join(import.meta.dirname, "results"), { day, names: asked, text });
  };
  if (values.against !== undefined) {
    const checkouts = { before: resolve(values.against), now: resolve(import.meta.dirname, "..") };
    const pairs = parseCount("pairs", values.pairs) ?? usualPairs;
    const differences = await compareCheckouts(checkouts, { names: asked, pairs });
    await keep(
      `${reportDifferences(differences)}\n\n${machine()}\n${pairs} pairs of runs in turn, medians\n`,
    );
    process.exitCode = differences.every(({ worse }) => worse <= tolerance) ? 0 : 1;
    return;
  }
  const plan = planRounds(parseCount("rounds", values.rounds));
  const findings = await measure(new Set(asked), plan);
  await keep(`${report(findings)}\n\n${describe(asked, plan)}`);
  process.exitCode = allPass(findings) ? 0 : 1;
}

await main();
