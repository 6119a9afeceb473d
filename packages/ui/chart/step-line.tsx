import { strings } from "../strings.ts";
import { formatInstant } from "../time/format-instant.ts";
import { useNow } from "../time/use-now.ts";
import classes from "./step-line.module.css";

const width = 1000;
const height = 100;

/** How much there was from an instant on. */
export interface StepPoint {
  /** Milliseconds since 1970. */
  at: number;
  total: number;
}

interface StepLineProps {
  /** The oldest first; nothing is drawn without any. */
  points: readonly StepPoint[];
  /** What there is now. */
  total: number;
  timezone: string;
  format: (total: number) => string;
  /** The drawing in a sentence, for who does not see it. */
  words: (first: string, since: string, total: string) => string;
}

/** A quantity over time as a line of steps, from the oldest known change until now. */
export function StepLine({ points, total, timezone, format, words }: StepLineProps) {
  const now = useNow();
  const [first] = points;
  if (first === undefined) return null;
  const most = Math.max(total, ...points.map((point) => point.total), 1);
  const least = Math.min(total, ...points.map((point) => point.total), 0);
  const end = Math.max(now, points.at(-1)?.at ?? now);
  const across = Math.max(end - first.at, 1);
  const x = (at: number) => ((at - first.at) / across) * width;
  const y = (units: number) => height - ((units - least) / (most - least)) * height;
  const steps = points.map((point) => `H${x(point.at)}V${y(point.total)}`).join("");
  const line = `M0 ${y(first.total)}${steps}H${width}`;
  const since = formatInstant(new Date(first.at).toISOString(), timezone);
  return (
    <div className={classes["figure"]}>
      <div className={classes["scale"]} aria-hidden>
        <span>{format(most)}</span>
        <span>{format(least)}</span>
      </div>
      <svg
        className={classes["drawing"]}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words(format(first.total), since, format(total))}
      >
        <path className={classes["area"]} d={`${line}V${y(least)}H0Z`} />
        <path className={classes["line"]} d={line} />
      </svg>
      <div className={classes["times"]} aria-hidden>
        <span>{since}</span>
        <span>{strings.chart.now}</span>
      </div>
    </div>
  );
}
