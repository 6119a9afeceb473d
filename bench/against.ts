import { spawn } from "node:child_process";
import { once } from "node:events";
import { median } from "./percentile.ts";
import { table } from "./report.ts";

/** One figure of a report. */
interface Figure {
  value: number;
  unit: "%" | "ms" | "s" | "MiB" | "/s";
}

/** A figure of both checkouts, over the pairs of runs. */
export interface Difference {
  title: string;
  unit: Figure["unit"];
  /** The medians. */
  before: number;
  now: number;
  /** By which part the newer one is worse; below 0 when it is better. */
  worse: number;
}

/** The greatest part by which a median may be worse and still counts as no slower (docs/spec/proofs.md#speed). */
export const tolerance = 0.1;

const figurePattern = /^(\d+(?:\.\d+)?) ?(%|ms|s|MiB|\/s)(?: |$)/;
const rateCells = 3;

function parseRate(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Read the figures of a report's tables. A row with the rates of two sides is their ratio in percent, which the load
 * of the machine changes less than either rate.
 */
export function readFigures(report: string): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  for (const line of report.split("\n").filter((text) => text.startsWith("| "))) {
    const [title = "", ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [own, other] = [parseRate(cells[0]), parseRate(cells[1])];
    if (cells.length >= rateCells && own !== null && other !== null && other > 0) {
      figures.set(title, { value: (100 * own) / other, unit: "%" });
      continue;
    }
    const found = figurePattern.exec(cells[0] ?? "");
    if (found) figures.set(title, { value: Number(found[1]), unit: found[2] as Figure["unit"] });
  }
  return figures;
}

async function runOnce(checkout: string, names: readonly string[]): Promise<Map<string, Figure>> {
  const child = spawn(process.execPath, ["bench/run.ts", "--rounds", "1", ...names], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await once(child, "close");
  const figures = readFigures(output);
  // A figure that misses its line ends with 1 too; without figures, the run itself failed.
  if (figures.size === 0) throw new Error(`The bench of ${checkout} reported nothing:\n${output}`);
  return figures;
}

const higherIsBetter: ReadonlySet<Figure["unit"]> = new Set(["%", "/s"]);

/** Compare the figures of pairs of runs: those that both checkouts report. */
export function computeDifferences(
  before: readonly Map<string, Figure>[],
  now: readonly Map<string, Figure>[],
): Difference[] {
  const titles = [...(now[0]?.keys() ?? [])].filter((title) => before[0]?.has(title));
  return titles.map((title) => {
    const values = (runs: readonly Map<string, Figure>[]) =>
      median(runs.flatMap((run) => run.get(title)?.value ?? []));
    const unit = now[0]?.get(title)?.unit ?? "%";
    const [old, young] = [values(before), values(now)];
    return {
      title,
      unit,
      before: old,
      now: young,
      worse: higherIsBetter.has(unit) ? 1 - young / old : young / old - 1,
    };
  });
}

/**
 * Run the bench of another checkout and of this one in turn, and compare the medians of their figures. The order
 * within a pair changes from pair to pair, so that neither side always runs on the warmer machine.
 *
 * @param pairs how often each is run, at least 1
 */
export async function compareCheckouts(
  { before, now }: Record<"before" | "now", string>,
  { names, pairs }: { names: readonly string[]; pairs: number },
): Promise<Difference[]> {
  const runs: Record<"before" | "now", Map<string, Figure>[]> = { before: [], now: [] };
  for (let pair = 1; pair <= pairs; pair++) {
    const order = pair % 2 === 1 ? (["before", "now"] as const) : (["now", "before"] as const);
    for (const side of order) {
      runs[side].push(await runOnce(side === "before" ? before : now, names));
      console.error(`pair ${pair} of ${pairs}: ${side} is measured`);
    }
  }
  return computeDifferences(runs.before, runs.now);
}

const format = (value: number, unit: string): string => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;

/** Return the differences as a table; figures of peers and of memory are shown and not judged. */
export function reportDifferences(differences: readonly Difference[]): string {
  return table([
    ["", "before", "now", "change", ""],
    ...differences.map(({ title, unit, before, now, worse }) => [
      title,
      format(before, unit),
      format(now, unit),
      `${worse > 0 ? "worse" : "better"} by ${Math.abs(Math.round(100 * worse))} %`,
      worse > tolerance ? "SLOWER" : "no slower",
    ]),
  ]);
}
