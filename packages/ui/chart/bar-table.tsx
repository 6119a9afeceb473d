import { formatNumber } from "../i18n/format-number.ts";
import { texts } from "../texts.ts";
import { type Bucket, computeTotal, type Kind } from "./bars.ts";
import styles from "./time-bars.module.css";

interface BarTableProps {
  label: string;
  buckets: readonly Bucket[];
  kinds: readonly Kind[];
  /** The time label of each bucket. */
  timeLabels: readonly string[];
}

/** Show the numbers of a chart as a table. A period without events has no row. */
export function BarTable({ label, buckets, kinds, timeLabels }: BarTableProps) {
  const rows = buckets.map((bucket, index) => ({ bucket, time: timeLabels[index] ?? bucket.at }));
  return (
    <details className={styles["details"]}>
      <summary>{texts.chart.table}</summary>
      <table className={styles["table"]} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{texts.chart.time}</th>
            {kinds.map((kind) => (
              <th key={kind.id} scope="col">
                {kind.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ bucket }) => computeTotal(bucket, kinds) > 0)
            .map(({ bucket, time }) => (
              <tr key={bucket.at}>
                <th scope="row">{time}</th>
                {kinds.map((kind) => (
                  <td key={kind.id}>{formatNumber(bucket.counts[kind.id] ?? 0)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
