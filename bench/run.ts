// npm run bench -- [B1] [B2] [B3] [B8] [--save]
// Measures the platform beside its floors in one run (docs/decisions/0006-bench-floors.md); --save keeps the report in results/.
import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare, type Rounds } from "./compare.ts";
import { type Contest, startContest } from "./contest.ts";
import { allPass, type Findings, report } from "./report.ts";
import { measureStarts } from "./start-times.ts";

const names = ["B1", "B2", "B3", "B8"];
const products = 10_000;
const rounds: Rounds = { rounds: 5, roundMs: 2_000, warmUpMs: 2_000, connections: 64 };
const memoryEveryMs = 250;

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
  const findings = { compared: [] as Findings["compared"][number][], starts: null, busyMiB: null };
  const starts = asked.has("B8") ? await measureStarts() : null;
  if (asked.size === 1 && starts) return { ...findings, starts };
  const contest = await startContest({ products });
  let busyMiB: number | null = null;
  try {
    for (const scenario of contest.scenarios.filter(({ name }) => asked.has(name))) {
      const comparing = compare(contest.generator, scenario, { sides: contest.sides, rounds });
      const greatest = await greatestMemory(contest, comparing);
      if (scenario.name === "B1") busyMiB = greatest;
      findings.compared.push({ scenario, comparison: await comparing });
    }
  } finally {
    await contest.stop();
  }
  return { compared: findings.compared, starts, busyMiB };
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
  const findings = await measure(new Set(positionals.length > 0 ? positionals : names));
  const day = new Date().toISOString().slice(0, 10);
  const load = `${rounds.connections} connections, ${products} products, ${rounds.rounds} rounds of ${rounds.roundMs / 1000} s each way in turn, medians`;
  const text = `${report(findings)}\n\n${machine()}\n${load}\n`;
  console.log(text);
  if (values.save) await writeFile(join(import.meta.dirname, "results", `${day}.md`), `# ${day}\n\n${text}`);
  process.exitCode = allPass(findings) ? 0 : 1;
}

await main();
