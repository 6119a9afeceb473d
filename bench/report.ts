import type { Comparison, Figures } from "./compare.ts";
import { type DeliveryFindings, deliveriesPass, deliveryRows } from "./deliveries/report-deliveries.ts";
import type { PanelTimes } from "./panel-times.ts";
import type { Scenario } from "./scenarios.ts";
import type { SizedRead } from "./sizes/measure-sizes.ts";
import type { StartTimes } from "./start-times.ts";
import { verdict } from "./verdict.ts";

/** The results of one run. */
export interface Findings {
  compared: readonly { scenario: Pick<Scenario, "name" | "title" | "passes">; comparison: Comparison }[];
  starts: StartTimes | null;
  panels: readonly PanelTimes[];
  /** The results of B7; empty when it was not requested. */
  sizes: readonly SizedRead[];
  /** The results of B5, B6 and B9. */
  deliveries: DeliveryFindings;
  /** The greatest memory of the server's process while B1 ran, in MiB. */
  busyMiB: number | null;
}

const firstStartMs = 10_000;
const secondStartMs = 3_000;
const contentMs = 1_000;
const scriptKiB = 300_000 / 1024;

const percent = (part: number): string => `${Math.round(part * 100)} %`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const latency = ({ p50Ms, p99Ms }: Figures): string => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;

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

const panelHead = [["", "content", "floor", "passes under", "", "script", "passes under", ""]];

function panelLine(times: PanelTimes): string[] {
  return [
    `first page of ${times.panel}`,
    seconds(times.contentMs),
    seconds(times.floorMs),
    seconds(contentMs),
    verdict(times.contentMs < contentMs),
    `${times.scriptKiB.toFixed(0)} KiB`,
    `${scriptKiB.toFixed(0)} KiB`,
    verdict(times.scriptKiB < scriptKiB),
  ];
}

// B7: at most this multiple of the small store's time.
const slowest = 1.3;

const sizesHead = [
  ["B7", "large/s", "small/s", "time", "lowest to highest", "passes at", "", "ms p50 / p99", "small's"],
];

const times = (rate: number): string => `${(1 / rate).toFixed(2)} ×`;

function sizesLine({ title, comparison }: SizedRead): string[] {
  const { platform, floor, ratio, lowest, highest } = comparison;
  return [
    title,
    platform.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    times(ratio),
    `${times(highest)} to ${times(lowest)}`,
    times(1 / slowest),
    verdict(1 / ratio <= slowest),
    latency(platform),
    latency(floor),
  ];
}

/** Return a Markdown table whose columns line up in a terminal too. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(3, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, index) => (cells[index] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** Return the findings as tables. */
export function report({ compared, starts, panels, sizes, deliveries, busyMiB }: Findings): string {
  const tables: string[] = [];
  if (compared.length > 0) tables.push(table([...comparedHead, ...compared.map(comparedLine)]));
  if (panels.length > 0) tables.push(table([...panelHead, ...panels.map(panelLine)]));
  if (sizes.length > 0) tables.push(table([...sizesHead, ...sizes.map(sizesLine)]));
  const sent = deliveryRows(deliveries);
  if (sent.length > 0) tables.push(table([["", "", "passes at", ""], ...sent]));
  const single = [
    ...(starts ? startLines(starts) : []),
    ...(busyMiB === null ? [] : [["B8 memory under B1", `${busyMiB.toFixed(0)} MiB`, "", ""]]),
  ];
  if (single.length > 0) tables.push(table([["", "", "passes under", ""], ...single]));
  return tables.join("\n\n");
}

/** Return whether every measured figure is within its pass line. */
export function allPass({ compared, starts, panels, sizes, deliveries }: Findings): boolean {
  const fast = compared.every(({ scenario, comparison }) => comparison.ratio >= scenario.passes);
  const light = panels.every((panel) => panel.contentMs < contentMs && panel.scriptKiB < scriptKiB);
  const even = sizes.every(({ comparison }) => 1 / comparison.ratio <= slowest);
  return (
    fast &&
    light &&
    even &&
    deliveriesPass(deliveries) &&
    (!starts || (starts.firstMs < firstStartMs && starts.secondMs < secondStartMs))
  );
}
