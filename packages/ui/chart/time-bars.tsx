import { Text } from "@mantine/core";
import { useId, useState } from "react";
import { formatNumber } from "../i18n/format-number.ts";
import { texts } from "../texts.ts";
import { Bar } from "./bar.tsx";
import { BarTable } from "./bar-table.tsx";
import { type Bucket, computeAxisMarks, computeTotal, formatBucketTime, type Kind } from "./bars.ts";
import styles from "./time-bars.module.css";
import { placeTimeLabels } from "./time-labels.ts";

export interface TimeBarsProps {
  label: string;
  buckets: readonly Bucket[];
  /** The kinds of events, at most six. */
  kinds: readonly Kind[];
  step: "hour" | "day";
  timezone: string;
}

/** Show events over time as bars stacked by kind. A bar shows its numbers on hover and focus. */
export function TimeBars({ label, buckets, kinds, step, timezone }: TimeBarsProps) {
  const id = useId();
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const maxTotal = Math.max(0, ...buckets.map((bucket) => computeTotal(bucket, kinds)));
  if (maxTotal === 0) return <Text c="dimmed">{texts.chart.none}</Text>;
  const marks = computeAxisMarks(maxTotal);
  const top = marks.at(-1) ?? 1;
  const times = buckets.map(({ at }) => formatBucketTime(at, step, timezone));
  const labelPlacements = placeTimeLabels(buckets.length, 8);
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
          <ul className={styles["bars"]} onPointerLeave={() => setShownIndex(null)}>
            {buckets.map((bucket, index) => (
              <Bar
                key={bucket.at}
                bucket={bucket}
                kinds={kinds}
                top={top}
                time={times[index] ?? { short: "", long: "" }}
                labelPlacement={labelPlacements.get(index)}
                side={index < buckets.length / 2 ? "start" : "end"}
                isShown={shownIndex === index}
                onShow={(isShown) => setShownIndex(isShown ? index : null)}
              />
            ))}
          </ul>
        </div>
      </div>
      <BarTable buckets={buckets} kinds={kinds} timeLabels={times.map(({ long }) => long)} label={label} />
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
