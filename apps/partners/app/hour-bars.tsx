import { Text } from "@mantine/core";
import { TimeBars } from "@souk/ui";
import type { AppSummary } from "../records.ts";
import { texts } from "../texts.ts";

const words = texts.day;

type Hours = AppSummary["deliveries"];

/** Return whether there were deliveries in these hours. */
export function hasDeliveries(hours: Hours): boolean {
  return hours.some(({ succeeded, failed }) => succeeded + failed > 0);
}

/** Show a chart of the deliveries in these hours, or a text if there were none. */
export function HourBars({ label, hours }: { label: string; hours: Hours }) {
  if (!hasDeliveries(hours)) return <Text c="dimmed">{words.none}</Text>;
  return (
    <TimeBars
      label={label}
      step="hour"
      timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      kinds={[
        { id: "succeeded", label: words.succeeded },
        { id: "failed", label: words.failed },
      ]}
      buckets={hours.map(({ hour, ...counts }) => ({ at: hour, counts }))}
    />
  );
}
