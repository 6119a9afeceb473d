import { strings } from "../strings.ts";
import { formatNumber } from "../text/format.ts";
import { type Bucket, type Kind, totalOf } from "./bars.ts";
import styles from "./time-bars.module.css";

interface BarTableProps {
  label: string;
  buckets: readonly Bucket[];
  kinds: readonly Kind[];
  /** What each bucket's time is called. */
  words: readonly string[];
}

/** The numbers of a chart as a table; stretches in which nothing happened are left out. */
export function BarTable({ label, buckets, kinds, words }: BarTableProps) {
  const lines = buckets.map((bucket, at) => ({ bucket, time: words[at] ?? bucket.at }));
  return (
    <details className={styles["details"]}>
      <summary>{strings.chart.table}</summary>
      <table className={styles["table"]} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{strings.chart.time}</th>
            {kinds.map((kind) => (
              <th key={kind.id} scope="col">
                {kind.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ bucket }) => totalOf(bucket, kinds) > 0)
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
