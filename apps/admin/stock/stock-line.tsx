import { formatInstant, formatNumber, useNow, useStore } from "@souk/ui";
import type { TotalPoint } from "./running-total.ts";
import classes from "./stock-line.module.css";
import { strings } from "./strings.ts";

const width = 1000;
const height = 100;

/** The units in stock over time as a line of steps, from the oldest known movement until now. */
export function StockLine({ points, total }: { points: readonly TotalPoint[]; total: number }) {
  const { timezone } = useStore();
  const now = useNow();
  const [first] = points;
  if (first === undefined) return null;
  const most = Math.max(total, ...points.map((point) => point.total), 1);
  const least = Math.min(total, ...points.map((point) => point.total), 0);
  const end = Math.max(now, points.at(-1)?.at ?? now);
  const across = Math.max(end - first.at, 1);
  const x = (at: number) => ((at - first.at) / across) * width;
  const y = (units: number) => height - ((units - least) / (most - least)) * height;
  const steps = points.map(({ at, total: units }) => `H${x(at)}V${y(units)}`).join("");
  const line = `M0 ${y(first.total)}${steps}H${width}`;
  const since = formatInstant(new Date(first.at).toISOString(), timezone);
  const words = strings.line.words(formatNumber(first.total), since, formatNumber(total));
  return (
    <div className={classes["figure"]}>
      <div className={classes["plot"]}>
        <div className={classes["scale"]} aria-hidden>
          <span>{formatNumber(most)}</span>
          <span>{formatNumber(least)}</span>
        </div>
        <svg
          className={classes["drawing"]}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
        >
          <path className={classes["area"]} d={`${line}V${y(least)}H0Z`} />
          <path className={classes["line"]} d={line} />
        </svg>
      </div>
      <div className={classes["times"]} aria-hidden>
        <span>{since}</span>
        <span>{strings.line.now}</span>
      </div>
    </div>
  );
}
