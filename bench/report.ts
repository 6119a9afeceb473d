import type { Comparison, Figures } from "./compare-servers.ts";
import {
  buildDeliveryRows,
  type DeliveryFindings,
  haveDeliveriesPassed,
} from "./deliveries/report-deliveries.ts";
import type { PanelTimes } from "./panel-times.ts";
import type { Scenario } from "./scenarios.ts";
import type { SizedRead } from "./sizes/compare-store-sizes.ts";
import type { StartTimes } from "./start-times.ts";
import { formatVerdict } from "./verdict.ts";

/** The results of one run. */
export interface Findings {
  comparisons: readonly { scenario: Pick<Scenario, "name" | "title" | "minRatio">; comparison: Comparison }[];
  starts: StartTimes | null;
  panels: readonly PanelTimes[];
  /** The results of B7; empty if it was not requested. */
  sizes: readonly SizedRead[];
  /** The results of B5, B6 and B9. */
  deliveries: DeliveryFindings;
  /** The maximum memory of the server's process during B1, in MiB. */
  busyMiB: number | null;
}

// The limits of the starts (B8), and of the first page of each panel.
const maxFirstStartMs = 10_000;
const maxSecondStartMs = 3_000;
const maxContentMs = 1_000;
const maxScriptKiB = 300_000 / 1024;

const formatPercent = (fraction: number): string => `${Math.round(fraction * 100)} %`;
const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const formatLatency = ({ p50Ms, p99Ms }: Figures): string => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;

// The floor of a scenario is a minimal server that does the same work as the platform.
const comparisonHeader = [
  ["", "platform/s", "floor/s", "ratio", "lowest to highest", "passes at", "", "ms p50 / p99", "floor's"],
];

function buildComparisonRow({ scenario, comparison }: Findings["comparisons"][number]): string[] {
  const { platform, floor, ratio, lowest, highest } = comparison;
  return [
    `${scenario.name} ${scenario.title}`,
    platform.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    formatPercent(ratio),
    `${formatPercent(lowest)} to ${formatPercent(highest)}`,
    formatPercent(scenario.minRatio),
    formatVerdict(ratio >= scenario.minRatio),
    formatLatency(platform),
    formatLatency(floor),
  ];
}

function buildStartRows({ firstMs, secondMs, idleMiB }: StartTimes): string[][] {
  return [
    [
      "B8 first start",
      formatSeconds(firstMs),
      formatSeconds(maxFirstStartMs),
      formatVerdict(firstMs < maxFirstStartMs),
    ],
    [
      "B8 second start",
      formatSeconds(secondMs),
      formatSeconds(maxSecondStartMs),
      formatVerdict(secondMs < maxSecondStartMs),
    ],
    ["B8 memory idle", `${idleMiB.toFixed(0)} MiB`, "", ""],
  ];
}

const panelHeader = [["", "content", "sign-in page", "passes under", "", "script", "passes under", ""]];

function buildPanelRow(times: PanelTimes): string[] {
  return [
    `first page of ${times.panel}`,
    formatSeconds(times.contentMs),
    formatSeconds(times.signInPageMs),
    formatSeconds(maxContentMs),
    formatVerdict(times.contentMs < maxContentMs),
    `${times.scriptKiB.toFixed(0)} KiB`,
    `${maxScriptKiB.toFixed(0)} KiB`,
    formatVerdict(times.scriptKiB < maxScriptKiB),
  ];
}

// B7: a read of the large store may take at most this multiple of the small store's time.
const maxTimeRatio = 1.3;

const sizesHeader = [
  ["B7", "large/s", "small/s", "time", "lowest to highest", "passes at", "", "ms p50 / p99", "small's"],
];

/** Format the ratio of two request rates as the ratio of the times per request, which is its inverse. */
const formatTimeRatio = (rateRatio: number): string => `${(1 / rateRatio).toFixed(2)} ×`;

function buildSizesRow({ title, comparison }: SizedRead): string[] {
  // The large store is compared like a platform, and the small store like its floor.
  const { platform: largeStore, floor: smallStore, ratio, lowest, highest } = comparison;
  return [
    title,
    largeStore.perSecond.toFixed(0),
    smallStore.perSecond.toFixed(0),
    formatTimeRatio(ratio),
    `${formatTimeRatio(highest)} to ${formatTimeRatio(lowest)}`,
    formatTimeRatio(1 / maxTimeRatio),
    formatVerdict(1 / ratio <= maxTimeRatio),
    formatLatency(largeStore),
    formatLatency(smallStore),
  ];
}

/** Format a Markdown table whose columns are also aligned in a terminal. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(3, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const formatRow = (cells: readonly string[]) =>
    `| ${widths.map((width, index) => (cells[index] ?? "").padEnd(width)).join(" | ")} |`;
  const [header = [], ...body] = rows;
  return [
    formatRow(header),
    formatRow(widths.map((width) => "-".repeat(width))),
    ...body.map(formatRow),
  ].join("\n");
}

/** Format the findings as tables. */
export function formatReport({ comparisons, starts, panels, sizes, deliveries, busyMiB }: Findings): string {
  const tables: string[] = [];
  if (comparisons.length > 0)
    tables.push(formatTable([...comparisonHeader, ...comparisons.map(buildComparisonRow)]));
  if (panels.length > 0) tables.push(formatTable([...panelHeader, ...panels.map(buildPanelRow)]));
  if (sizes.length > 0) tables.push(formatTable([...sizesHeader, ...sizes.map(buildSizesRow)]));
  const deliveryTableRows = buildDeliveryRows(deliveries);
  if (deliveryTableRows.length > 0)
    tables.push(formatTable([["", "", "passes at", ""], ...deliveryTableRows]));
  const singleFigureRows = [
    ...(starts ? buildStartRows(starts) : []),
    ...(busyMiB === null ? [] : [["B8 memory under B1", `${busyMiB.toFixed(0)} MiB`, "", ""]]),
  ];
  if (singleFigureRows.length > 0)
    tables.push(formatTable([["", "", "passes under", ""], ...singleFigureRows]));
  return tables.join("\n\n");
}

/** Return whether every measured figure is within its limit. */
export function haveAllPassed({ comparisons, starts, panels, sizes, deliveries }: Findings): boolean {
  const areRatesPassing = comparisons.every(
    ({ scenario, comparison }) => comparison.ratio >= scenario.minRatio,
  );
  const arePanelsPassing = panels.every(
    (panel) => panel.contentMs < maxContentMs && panel.scriptKiB < maxScriptKiB,
  );
  const areSizesPassing = sizes.every(({ comparison }) => 1 / comparison.ratio <= maxTimeRatio);
  return (
    areRatesPassing &&
    arePanelsPassing &&
    areSizesPassing &&
    haveDeliveriesPassed(deliveries) &&
    (!starts || (starts.firstMs < maxFirstStartMs && starts.secondMs < maxSecondStartMs))
  );
}
