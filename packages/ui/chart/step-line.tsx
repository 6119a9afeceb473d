import { texts } from "../texts.ts";
import { formatInstant } from "../time/format-instant.ts";
import { useNow } from "../time/use-now.ts";
import classes from "./step-line.module.css";

const width = 1000;
const height = 100;

/** A change of the quantity. */
export interface StepPoint {
  /** Milliseconds since 1970. */
  at: number;
  /** The quantity from this time on. */
  total: number;
}

interface StepLineProps {
  /** The points, the oldest first. Without points, nothing is drawn. */
  points: readonly StepPoint[];
  /** The current quantity. */
  total: number;
  timezone: string;
  format: (total: number) => string;
  /** Return the chart's accessible description. `from` is the first quantity, `since` its time, and `now` the current quantity. */
  words: (args: { from: string; since: string; now: string }) => string;
}

/** Show a quantity over time as a step line, from the oldest known change until now. */
export function StepLine({ points, total, timezone, format, words }: StepLineProps) {
  const nowMs = useNow();
  const [firstPoint] = points;
  if (firstPoint === undefined) return null;
  const max = Math.max(total, ...points.map((point) => point.total), 1);
  const min = Math.min(total, ...points.map((point) => point.total), 0);
  const end = Math.max(nowMs, points.at(-1)?.at ?? nowMs);
  const durationMs = Math.max(end - firstPoint.at, 1);
  const toX = (time: number) => ((time - firstPoint.at) / durationMs) * width;
  const toY = (quantity: number) => height - ((quantity - min) / (max - min)) * height;
  const steps = points.map((point) => `H${toX(point.at)}V${toY(point.total)}`).join("");
  const line = `M0 ${toY(firstPoint.total)}${steps}H${width}`;
  const since = formatInstant(new Date(firstPoint.at).toISOString(), timezone);
  return (
    <div className={classes["figure"]}>
      <div className={classes["scale"]} aria-hidden>
        <span>{format(max)}</span>
        <span>{format(min)}</span>
      </div>
      <svg
        className={classes["drawing"]}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words({ from: format(firstPoint.total), since, now: format(total) })}
      >
        <path className={classes["area"]} d={`${line}V${toY(min)}H0Z`} />
        <path className={classes["line"]} d={line} />
      </svg>
      <div className={classes["times"]} aria-hidden>
        <span>{since}</span>
        <span>{texts.chart.now}</span>
      </div>
    </div>
  );
}
