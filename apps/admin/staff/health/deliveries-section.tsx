import { formatNumber, Metrics, TimeBars } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { StaffHealth } from "../records.ts";
import { describeOldest, formatDuration } from "./format-age.ts";
import { formatCount } from "./format-count.ts";

const words = texts.staff.health;

/** The number at which the platform stops counting waiting deliveries. */
const maxWaiting = 10_000;

/** Show the delivery queues, and the attempts of the last hour as bars. */
export function DeliveriesSection({
  deliveries,
  now,
}: {
  deliveries: NonNullable<StaffHealth["deliveries"]>;
  now: number;
}) {
  const { waiting_count, oldest_waiting_at, oldest_unnumbered_event_at, periods } = deliveries;
  const sumPeriods = (getCount: (period: (typeof periods)[number]) => number) =>
    periods.reduce((sum, period) => sum + getCount(period), 0);
  const failedCount = sumPeriods(({ failed }) => failed);
  return (
    <>
      <Metrics
        metrics={[
          {
            label: words.deliveries.waiting,
            value: formatCount(waiting_count, maxWaiting),
            ...describeOldest(oldest_waiting_at, now),
          },
          {
            label: words.deliveries.unnumbered,
            value:
              oldest_unnumbered_event_at === null
                ? words.none
                : formatDuration(now - Date.parse(oldest_unnumbered_event_at)),
          },
          {
            label: words.deliveries.rate,
            value: formatNumber(failedCount + sumPeriods(({ delivered }) => delivered)),
            note: words.deliveries.rateNote({ count: formatNumber(failedCount) }),
          },
        ]}
      />
      <TimeBars
        label={words.deliveries.chart}
        // Label the bars with times of day, not only with dates. Each bar stands for 6 minutes.
        step="hour"
        timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        kinds={[
          { id: "delivered", label: words.deliveries.delivered },
          { id: "failed", label: words.deliveries.failed },
        ]}
        buckets={periods.map(({ start, delivered, failed }) => ({
          at: start,
          counts: { delivered, failed },
        }))}
      />
    </>
  );
}
