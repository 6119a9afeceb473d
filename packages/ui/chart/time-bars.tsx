import { Text } from "@mantine/core";
import { useId, useState } from "react";
import { formatNumber } from "../i18n/format-number.ts";
import { texts } from "../texts.ts";
import { Bar } from "./bar.tsx";
import { BarTable } from "./bar-table.tsx";
import { type Bucket, computeAxisMarks, computeTotal, formatBucketTime, type Kind } from "./bars.ts";
import styles from "./time-bars.module.css";
import { placeTimeLabels } from "./time-name.ts";

export interface TimeBarsProps {
  label: string;
  buckets: readonly Bucket[];
  /** The kinds, at most six. */
  kinds: readonly Kind[];
  step: "hour" | "day";
  timezone: string;
}

/** Show events over time as bars stacked by kind: each shows its numbers on hover or keyboard focus. */
export function TimeBars({ label, buckets, kinds, step, timezone }: TimeBarsProps) {
  const id = useId();
  const [shown, setShown] = useState<number | null>(null);
  const largest = Math.max(0, ...buckets.map((bucket) => computeTotal(bucket, kinds)));
  if (largest === 0) return <Text c="dimmed">{texts.chart.none}</Text>;
  const marks = computeAxisMarks(largest);
  const top = marks.at(-1) ?? 1;
  const words = buckets.map(({ at }) => formatBucketTime(at, step, timezone));
  const names = placeTimeLabels(buckets.length, 8);
  return (
    <figure className={styles["figure"]} aria-labelledby={id}>
      <figcaption className={styles["head"]}>
        <span id={id} className={styles["label"]}>
          {label}
        </span>
        <Legend kinds={kinds} />
      </figcaption>
      <div className={styles["plot"]}>
        <div className={styles["axis"]} aria-hidden="true">
          {marks.toReversed().map((mark) => (
            <span key={mark}>{formatNumber(mark)}</span>
          ))}
        </div>
        <div className={styles["field"]}>
          <div className={styles["lines"]} aria-hidden="true">
            {marks.map((mark) => (
              <span key={mark} />
            ))}
          </div>
          <ul className={styles["bars"]} onPointerLeave={() => setShown(null)}>
            {buckets.map((bucket, index) => (
              <Bar
                key={bucket.at}
                bucket={bucket}
                kinds={kinds}
                top={top}
                words={words[index] ?? { short: "", long: "" }}
                name={names.get(index)}
                side={index < buckets.length / 2 ? "start" : "end"}
                isShown={shown === index}
                onShow={(is) => setShown(is ? index : null)}
              />
            ))}
          </ul>
        </div>
      </div>
      <BarTable buckets={buckets} kinds={kinds} words={words.map(({ long }) => long)} label={label} />
    </figure>
  );
}

function Legend({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <ul className={styles["legend"]}>
      {kinds.map(({ id, label }, index) => (
        <li key={id}>
          <span className={styles["swatch"]} data-series={index + 1} />
          {label}
        </li>
      ))}
    </ul>
  );
}
