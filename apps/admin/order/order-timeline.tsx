import { Timeline } from "@mantine/core";
import { formatMoney, formatNumber, Section, Timestamp } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { strings } from "./strings.ts";
import { timelineOf } from "./timeline.ts";

const writing = { money: formatMoney, number: formatNumber };
const titleStyle = { itemTitle: { lineHeight: 1.4, fontWeight: 500 } };

/** What happened to an order, the latest first. */
export function OrderTimeline({ order }: { order: Order }) {
  // Two things may happen at once and read the same.
  const moments = timelineOf(order, writing).map((moment, place) => ({ ...moment, place }));
  return (
    <Section title={strings.timeline.title}>
      <Timeline bulletSize={12} lineWidth={2}>
        {moments.map(({ at, what, place }) => (
          <Timeline.Item key={place} title={what} styles={titleStyle}>
            <Timestamp at={at} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
