import { Text } from "@mantine/core";
import { useId, useState } from "react";
import { strings } from "../strings.ts";
import { formatNumber } from "../text/format.ts";
import { Bar } from "./bar.tsx";
import { BarTable } from "./bar-table.tsx";
import { axisMarks, type Bucket, type Kind, timeWords, totalOf } from "./bars.ts";
import styles from "./time-bars.module.css";
import { timeNames } from "./time-name.ts";

export interface TimeBarsProps {
  label: string;
  buckets: readonly Bucket[];
  /** At most six. */
  kinds: readonly Kind[];
  step: "hour" | "day";
  timezone: string;
}

/** What happened over time, as bars parted by kind: pointed at or reached with the keyboard each says its numbers. */
export function TimeBars({ label, buckets, kinds, step, timezone }: TimeBarsProps) {
  const id = useId();
  const [shown, setShown] = useState<number | null>(null);
  const largest = Math.max(0, ...buckets.map((bucket) => totalOf(bucket, kinds)));
  if (largest === 0) return <Text c="dimmed">{strings.chart.none}</Text>;
  const marks = axisMarks(largest);
  const top = marks.at(-1) ?? 1;
  const words = buckets.map(({ at }) => timeWords(at, step, timezone));
  const names = timeNames(buckets.length, 8);
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
            {buckets.map((bucket, at) => (
              <Bar
                key={bucket.at}
                bucket={bucket}
                kinds={kinds}
                top={top}
                words={words[at] ?? { short: "", long: "" }}
                name={names.get(at)}
                side={at < buckets.length / 2 ? "start" : "end"}
                isShown={shown === at}
                onShow={(is) => setShown(is ? at : null)}
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
      {kinds.map(({ id, label }, at) => (
        <li key={id}>
          <span className={styles["swatch"]} data-series={at + 1} />
          {label}
        </li>
      ))}
    </ul>
  );
}
