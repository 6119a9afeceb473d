import { formatNumber } from "../i18n/format-number.ts";
import { texts } from "../texts.ts";
import { type Bucket, computeBarSegments, computeTotal, type Kind } from "./bars.ts";
import styles from "./time-bars.module.css";
import type { TimeLabelPlacement } from "./time-labels.ts";

interface BarProps {
  bucket: Bucket;
  kinds: readonly Kind[];
  /** The largest value of the axis. */
  top: number;
  time: { short: string; long: string };
  /** How the time is shown below the bar; undefined if it is not shown. */
  labelPlacement: TimeLabelPlacement | undefined;
  /** The direction in which the bar's tooltip opens, to stay inside the chart. */
  side: "start" | "end";
  /** Whether the tooltip with the bar's numbers is shown. */
  isShown: boolean;
  /** Called to show or hide the tooltip. */
  onShow: (isShown: boolean) => void;
}

/** Show one bar, with its numbers as its accessible name. Only bars with events can be focused. */
export function Bar({ bucket, kinds, top, time, labelPlacement, side, isShown, onShow }: BarProps) {
  const shownKinds = kinds.filter(({ id }) => (bucket.counts[id] ?? 0) > 0);
  const description = shownKinds
    .map(({ id, label }) => `${label} ${formatNumber(bucket.counts[id] ?? 0)}`)
    .join(", ");
  return (
    <li className={styles["bucket"]} onPointerEnter={() => onShow(true)}>
      {shownKinds.length > 0 && (
        <button
          type="button"
          className={styles["hit"]}
          aria-label={`${time.long}: ${description}`}
          onFocus={() => onShow(true)}
          onBlur={() => onShow(false)}
          onClick={() => onShow(!isShown)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onShow(false);
          }}
        />
      )}
      <svg className={styles["bar"]} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {computeBarSegments(bucket, kinds, top).map(({ kind, start, end }) => (
          <rect
            key={kind}
            className={styles["segment"]}
            data-series={kind + 1}
            x={0}
            width={100}
            y={100 - end * 100}
            height={(end - start) * 100}
          />
        ))}
      </svg>
      {labelPlacement !== undefined && (
        <span className={styles["time"]} data-name={labelPlacement} aria-hidden="true">
          {time.short}
        </span>
      )}
      {isShown && shownKinds.length > 0 && (
        <div className={styles["tip"]} data-side={side} aria-hidden="true">
          <strong>{time.long}</strong>
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
          {shownKinds.length > 1 && (
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
