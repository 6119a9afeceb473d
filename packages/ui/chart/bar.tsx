import { strings } from "../strings.ts";
import { formatNumber } from "../text/format.ts";
import { type Bucket, type Kind, piecesOf, totalOf } from "./bars.ts";
import styles from "./time-bars.module.css";

import type { TimeName } from "./time-name.ts";

interface BarProps {
  bucket: Bucket;
  kinds: readonly Kind[];
  /** The largest value of the axis. */
  top: number;
  words: { short: string; long: string };
  /** Set when its time stands below it: every other one gives way on a phone, the last one turns inwards. */
  name: TimeName | undefined;
  /** To which side its numbers open, to stay inside the chart. */
  side: "start" | "end";
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** One bar; its numbers are its name, for who does not see it. Only bars that hold something can be reached by key. */
export function Bar({ bucket, kinds, top, words, name, side, isShown, onShow }: BarProps) {
  const lines = kinds.filter(({ id }) => (bucket.counts[id] ?? 0) > 0);
  const numbers = lines.map(({ id, label }) => `${label} ${formatNumber(bucket.counts[id] ?? 0)}`).join(", ");
  return (
    <li className={styles["bucket"]} onPointerEnter={() => onShow(true)}>
      {lines.length > 0 && (
        <button
          type="button"
          className={styles["hit"]}
          aria-label={`${words.long}: ${numbers}`}
          onFocus={() => onShow(true)}
          onBlur={() => onShow(false)}
          onClick={() => onShow(!isShown)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onShow(false);
          }}
        />
      )}
      <svg className={styles["bar"]} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {piecesOf(bucket, kinds, top).map(({ kind, from, to }) => (
          <rect
            key={kind}
            className={styles["piece"]}
            data-series={kind + 1}
            x={0}
            width={100}
            y={100 - to * 100}
            height={(to - from) * 100}
          />
        ))}
      </svg>
      {name !== undefined && (
        <span className={styles["time"]} data-name={name} aria-hidden="true">
          {words.short}
        </span>
      )}
      {isShown && lines.length > 0 && (
        <div className={styles["tip"]} data-side={side} aria-hidden="true">
          <strong>{words.long}</strong>
          {kinds.map(
            ({ id, label }, at) =>
              (bucket.counts[id] ?? 0) > 0 && (
                <span key={id} className={styles["tipLine"]}>
                  <span className={styles["swatch"]} data-series={at + 1} />
                  {label}
                  <span className={styles["count"]}>{formatNumber(bucket.counts[id] ?? 0)}</span>
                </span>
              ),
          )}
          {lines.length > 1 && (
            <span className={styles["tipLine"]}>
              {strings.chart.total}
              <span className={styles["count"]}>{formatNumber(totalOf(bucket, kinds))}</span>
            </span>
          )}
        </div>
      )}
    </li>
  );
}
