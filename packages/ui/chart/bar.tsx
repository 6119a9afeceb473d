import { formatNumber } from "../i18n/format-number.ts";
import { texts } from "../texts.ts";
import { type Bucket, computePieces, computeTotal, type Kind } from "./bars.ts";
import styles from "./time-bars.module.css";

import type { TimeName } from "./time-name.ts";

interface BarProps {
  bucket: Bucket;
  kinds: readonly Kind[];
  /** The largest value of the axis. */
  top: number;
  words: { short: string; long: string };
  /**
   * Set if the time is written below the bar: every other one is hidden on a phone, the last one is
   * right-aligned.
   */
  name: TimeName | undefined;
  /** The direction in which its tooltip opens, to stay inside the chart. */
  side: "start" | "end";
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** Show one bar, with its numbers as its accessible name. Only bars with a value can get the focus. */
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
        {computePieces(bucket, kinds, top).map(({ kind, from, to }) => (
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
            ({ id, label }, index) =>
              (bucket.counts[id] ?? 0) > 0 && (
                <span key={id} className={styles["tipLine"]}>
                  <span className={styles["swatch"]} data-series={index + 1} />
                  {label}
                  <span className={styles["count"]}>{formatNumber(bucket.counts[id] ?? 0)}</span>
                </span>
              ),
          )}
          {lines.length > 1 && (
            <span className={styles["tipLine"]}>
              {texts.chart.total}
              <span className={styles["count"]}>{formatNumber(computeTotal(bucket, kinds))}</span>
            </span>
          )}
        </div>
      )}
    </li>
  );
}
