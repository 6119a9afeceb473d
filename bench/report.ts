import type { Comparison, Figures } from "./compare.ts";
import type { Scenario } from "./scenarios.ts";
import type { StartTimes } from "./start-times.ts";

/** What one run found. */
export interface Findings {
  compared: readonly { scenario: Pick<Scenario, "name" | "title" | "passes">; comparison: Comparison }[];
  starts: StartTimes | null;
  /** The greatest memory of the server's process while B1 ran, in MiB. */
  busyMiB: number | null;
}

const firstStartMs = 10_000;
const secondStartMs = 3_000;

const percent = (part: number): string => `${Math.round(part * 100)} %`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const latency = ({ p50Ms, p99Ms }: Figures): string => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;
const verdict = (passes: boolean): string => (passes ? "pass" : "MISS");

const comparedHead = [
  ["", "platform/s", "floor/s", "ratio", "lowest to highest", "passes at", "", "ms p50 / p99", "floor's"],
];

function comparedLine({ scenario, comparison }: Findings["compared"][number]): string[] {
  const { platform, floor, ratio, lowest, highest } = comparison;
  return [
    `${scenario.name} ${scenario.title}`,
    platform.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    percent(ratio),
    `${percent(lowest)} to ${percent(highest)}`,
    percent(scenario.passes),
    verdict(ratio >= scenario.passes),
    latency(platform),
    latency(floor),
  ];
}

function startLines({ firstMs, secondMs, idleMiB }: StartTimes): string[][] {
  return [
    ["B8 first start", seconds(firstMs), seconds(firstStartMs), verdict(firstMs < firstStartMs)],
    ["B8 second start", seconds(secondMs), seconds(secondStartMs), verdict(secondMs < secondStartMs)],
    ["B8 memory idle", `${idleMiB.toFixed(0)} MiB`, "", ""],
  ];
}

/** A Markdown table whose columns line up in a terminal too. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** The findings as tables. */
export function report({ compared, starts, busyMiB }: Findings): string {
  const tables: string[] = [];
  if (compared.length > 0) tables.push(table([...comparedHead, ...compared.map(comparedLine)]));
  const single = [
    ...(starts ? startLines(starts) : []),
    ...(busyMiB === null ? [] : [["B8 memory under B1", `${busyMiB.toFixed(0)} MiB`, "", ""]]),
  ];
  if (single.length > 0) tables.push(table([["", "", "passes under", ""], ...single]));
  return tables.join("\n\n");
}

/** Whether everything that was measured is within its pass line. */
export function allPass({ compared, starts }: Findings): boolean {
  const fast = compared.every(({ scenario, comparison }) => comparison.ratio >= scenario.passes);
  return fast && (!starts || (starts.firstMs < firstStartMs && starts.secondMs < secondStartMs));
}
