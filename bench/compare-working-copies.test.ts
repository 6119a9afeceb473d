import assert from "node:assert/strict";
import { test } from "node:test";
import { computeDifferences, formatDifferences, parseFigures } from "./compare-working-copies.ts";

/** Build a report. The ratio of B1 is computed from its two rates, so the cells with percentages are not read. */
const createReport = (rate: number, p50Ms: number): string => `
|                  | platform/s | floor/s | ratio | lowest to highest |
| ---------------- | ---------- | ------- | ----- | ----------------- |
| B1 GET a product | ${rate}    | 10000   | 80 %  | 70 % to 90 %      |

|                               |       | passes at |      |
| ----------------------------- | ----- | --------- | ---- |
| B6 change to arrival, p50     | ${p50Ms} ms | 50 ms | pass |
| B8 first start                | 4.20 s | 10.00 s  | pass |
`;

test("a benchmark report is parsed into ratios in percent and figures with their units", () => {
  assert.deepEqual(
    [...parseFigures(createReport(8000, 12))],
    [
      ["B1 GET a product", { value: 80, unit: "%" }],
      ["B6 change to arrival, p50", { value: 12, unit: "ms" }],
      ["B8 first start", { value: 4.2, unit: "s" }],
    ],
  );
});

test("a benchmark figure whose median is more than 10% worse counts as slower", () => {
  const baselineRuns = [8000, 8100, 2000].map((rate) => parseFigures(createReport(rate, 10)));
  const currentRuns = [7300, 7100, 7000].map((rate) => parseFigures(createReport(rate, 12)));
  const differences = computeDifferences(baselineRuns, currentRuns);
  assert.deepEqual(
    differences.map(({ title, baseline, current, worsening }) => [
      title,
      baseline,
      current,
      Number(worsening.toFixed(3)),
    ]),
    [
      ["B1 GET a product", 80, 71, 0.113],
      ["B6 change to arrival, p50", 10, 12, 0.2],
      ["B8 first start", 4.2, 4.2, 0],
    ],
  );
  const lines = formatDifferences(differences).split("\n");
  assert.match(lines[2] ?? "", /worse by 11 % +\| SLOWER/);
  assert.match(lines[4] ?? "", /\| no slower/);
});
