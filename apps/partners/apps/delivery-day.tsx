import { formatNumber } from "@souk/ui";
import type { AppSummary } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./delivery-day.module.css";

type Hours = AppSummary["deliveries"];

// The sizes of the chart, in the units of its view box.
const height = 32;
const columnWidth = 6;
const barWidth = 4;
const minBarHeight = 2;
const topMargin = 2;

/** Show a small chart of an app's deliveries in the last 24 hours, with the totals as text below. */
export function DeliveryDay({ hours }: { hours: Hours | undefined }) {
  if (hours === undefined) return <div className={styles["waiting"]} />;
  const succeededCount = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const failedCount = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const { title, none, counts } = texts.day;
  return (
    <figure className={styles["day"]}>
      {succeededCount + failedCount > 0 && <Bars hours={hours} />}
      <figcaption>
        <span className={styles["title"]}>{title}</span>
        <span>
          {succeededCount + failedCount === 0
            ? none
            : counts({ succeeded: formatNumber(succeededCount), failed: formatNumber(failedCount) })}
        </span>
      </figcaption>
    </figure>
  );
}

// The chart is hidden from screen readers, because the text below it contains the same numbers.
function Bars({ hours }: { hours: Hours }) {
  const maxCount = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const getBarHeight = (count: number) =>
    count === 0 ? 0 : Math.max(minBarHeight, (count / maxCount) * (height - topMargin));
  return (
    <svg
      className={styles["bars"]}
      viewBox={`0 0 ${hours.length * columnWidth} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {hours.map(({ hour, succeeded, failed }, index) => {
        const x = index * columnWidth + (columnWidth - barWidth) / 2;
        const [succeededHeight, failedHeight] = [getBarHeight(succeeded), getBarHeight(failed)];
        return (
          <g key={hour}>
            <rect x={x} y={height - 1} width={barWidth} height={1} className={styles["background"]} />
            <rect
              x={x}
              y={height - succeededHeight}
              width={barWidth}
              height={succeededHeight}
              className={styles["good"]}
            />
            <rect
              x={x}
              y={height - succeededHeight - failedHeight}
              width={barWidth}
              height={failedHeight}
              className={styles["bad"]}
            />
          </g>
        );
      })}
    </svg>
  );
}
