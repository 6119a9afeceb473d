import { spawn } from "node:child_process";
import { once } from "node:events";
import { computeMedian } from "./percentile.ts";
import { formatTable } from "./report.ts";

/** One figure of a report. */
interface Figure {
  value: number;
  unit: "%" | "ms" | "s" | "MiB" | "/s";
}

/** A figure's median in each of the two working copies, and their difference. */
export interface Difference {
  title: string;
  unit: Figure["unit"];
  /** The median of the other working copy. */
  baseline: number;
  /** The median of this working copy. */
  current: number;
  /** The fraction by which the current median is worse; negative if it is better. */
  worsening: number;
}

/** The maximum fraction by which a median may be worse without counting as slower (docs/spec/proofs.md#speed). */
export const maxWorsening = 0.1;

const figurePattern = /^(\d+(?:\.\d+)?) ?(%|ms|s|MiB|\/s)(?: |$)/;
/** The minimum number of cells after the title in a row with rates: the two rates and their ratio. */
const minRateCells = 3;

function parseRate(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Parse the figures of a report's tables. If a row has two rates, its figure is their ratio in percent, because the load of
 * the machine affects the ratio less than the rates.
 */
export function parseFigures(report: string): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  for (const line of report.split("\n").filter((text) => text.startsWith("| "))) {
    const [title = "", ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [platformRate, floorRate] = [parseRate(cells[0]), parseRate(cells[1])];
    if (cells.length >= minRateCells && platformRate !== null && floorRate !== null && floorRate > 0) {
      figures.set(title, { value: (100 * platformRate) / floorRate, unit: "%" });
      continue;
    }
    const match = figurePattern.exec(cells[0] ?? "");
    if (match) figures.set(title, { value: Number(match[1]), unit: match[2] as Figure["unit"] });
  }
  return figures;
}

/** Run the benchmarks of a working copy with one round. @throws Error if the run reports nothing */
async function runBench(folder: string, names: readonly string[]): Promise<Map<string, Figure>> {
  const child = spawn(process.execPath, ["bench/run.ts", "--rounds", "1", ...names], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await once(child, "close");
  const figures = parseFigures(output);
  // The exit code is 1 even if only a figure missed its limit. Without figures, the run itself failed.
  if (figures.size === 0) throw new Error(`The benchmarks of ${folder} reported nothing:\n${output}`);
  return figures;
}

const unitsWhereHigherIsBetter: ReadonlySet<Figure["unit"]> = new Set(["%", "/s"]);

/** Compute the differences of all figures that both working copies report. */
export function computeDifferences(
  baselineRuns: readonly Map<string, Figure>[],
  currentRuns: readonly Map<string, Figure>[],
): Difference[] {
  const titles = [...(currentRuns[0]?.keys() ?? [])].filter((title) => baselineRuns[0]?.has(title));
  return titles.map((title) => {
    const getMedian = (runs: readonly Map<string, Figure>[]) =>
      computeMedian(runs.flatMap((run) => run.get(title)?.value ?? []));
    const unit = currentRuns[0]?.get(title)?.unit ?? "%";
    const [baselineMedian, currentMedian] = [getMedian(baselineRuns), getMedian(currentRuns)];
    return {
      title,
      unit,
      baseline: baselineMedian,
      current: currentMedian,
      worsening: unitsWhereHigherIsBetter.has(unit)
        ? 1 - currentMedian / baselineMedian
        : currentMedian / baselineMedian - 1,
    };
  });
}

/**
 * Run the benchmarks of another Git working copy and of this one in turn, and compare the medians of their figures. The
 * working copies take turns in running first, so that neither copy always runs on the warmer machine.
 *
 * @param pairs how often each working copy is run, at least 1
 */
export async function compareWorkingCopies(
  folders: Record<"baseline" | "current", string>,
  { names, pairs }: { names: readonly string[]; pairs: number },
): Promise<Difference[]> {
  const runs: Record<"baseline" | "current", Map<string, Figure>[]> = { baseline: [], current: [] };
  for (let pairNumber = 1; pairNumber <= pairs; pairNumber++) {
    const order =
      pairNumber % 2 === 1 ? (["baseline", "current"] as const) : (["current", "baseline"] as const);
    for (const name of order) {
      const figures = await runBench(folders[name], names);
      runs[name].push(figures);
      // A comparison takes most of an hour. If it is ended early, these lines still tell what was measured.
      console.error(`pair ${pairNumber} of ${pairs}, ${name}: ${formatFigures(figures)}`);
    }
  }
  return computeDifferences(runs.baseline, runs.current);
}

const formatValue = (value: number, unit: string): string => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;

const formatFigures = (figures: ReadonlyMap<string, Figure>): string =>
  [...figures].map(([title, { value, unit }]) => `${title} ${formatValue(value, unit)}`).join("; ");

/** Format the differences as a table. */
export function formatDifferences(differences: readonly Difference[]): string {
  return formatTable([
    ["", "baseline", "current", "change", ""],
    ...differences.map(({ title, unit, baseline, current, worsening }) => [
      title,
      formatValue(baseline, unit),
      formatValue(current, unit),
      `${worsening > 0 ? "worse" : "better"} by ${Math.abs(Math.round(100 * worsening))} %`,
      worsening > maxWorsening ? "SLOWER" : "no slower",
    ]),
  ]);
}
