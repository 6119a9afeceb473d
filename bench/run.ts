// npm run bench -- [B1] [B2] [B3] [B4] [B5] [B6] [B7] [B7-orders] [B8] [B9] [panels] [--save]
// Measures the platform beside its floors in one run (docs/decisions/0006-bench-floors.md; B7: 0011).
// --save adds the report to the day's file in results/.
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare, type Rounds } from "./compare.ts";
import { type Contest, startContest } from "./contest.ts";
import { measureDeliveries } from "./deliveries/measure-deliveries.ts";
import { keepReport } from "./keep-report.ts";
import { measurePanels } from "./panel-times.ts";
import { allPass, type Findings, report } from "./report.ts";
import { measureSizes } from "./sizes/measure-sizes.ts";
import { measureStarts } from "./start-times.ts";

const names = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B7-orders", "B8", "B9", "panels"];
// Each is measured apart from B1 to B4, on ground of its own.
const apart = ["B5", "B6", "B7", "B7-orders", "B8", "B9", "panels"];
const products = 10_000;
const orders = 10_000;
const rounds: Rounds = { rounds: 5, roundMs: 2_000, warmUpMs: 2_000, connections: 64 };
const sizes = { large: 1_000_000, small: 10_000, rounds: { ...rounds, roundMs: 1_000, warmUpMs: 1_000 } };
const memoryEveryMs = 250;
const endpoints = 200;
const sending = { changes: 300, rounds: 3 };
const steady = { perSecond: 200, forMs: 20_000 };

/** Watches the memory of the platform while something runs. @returns the greatest seen, in MiB */
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

async function measure(asked: ReadonlySet<string>): Promise<Findings> {
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

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { save: { type: "boolean", default: false } },
  });
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`${unknown.join(", ")}: there is no such scenario, only ${names.join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  const asked = positionals.length > 0 ? positionals : names;
  const findings = await measure(new Set(asked));
  const day = new Date().toISOString().slice(0, 10);
  const load = `${rounds.connections} connections, ${products} products and ${orders} orders, ${rounds.rounds} rounds of ${rounds.roundMs / 1000} s each way in turn, medians`;
  const sends = `B5, B9: ${endpoints} endpoints, ${sending.changes * endpoints} deliveries a round, ${sending.rounds} rounds each way in turn, medians`;
  const two = `B7: ${sizes.large} records beside ${sizes.small}, rounds of ${sizes.rounds.roundMs / 1000} s`;
  const text = `${report(findings)}\n\n${machine()}\n${load}\n${findings.deliveries.rates ? `${sends}\n` : ""}${findings.sizes.length > 0 ? `${two}\n` : ""}`;
  console.log(text);
  if (values.save) await keepReport(join(import.meta.dirname, "results"), { day, names: asked, text });
  process.exitCode = allPass(findings) ? 0 : 1;
}

await main();
