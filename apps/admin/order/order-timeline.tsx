import { Timeline } from "@mantine/core";
import { formatMoney, Section, Timestamp } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { buildTimeline } from "./timeline.ts";

const titleStyle = { itemTitle: { lineHeight: 1.4, fontWeight: 500 } };

/** Show the history of an order, the latest event first. */
export function OrderTimeline({ order }: { order: Order }) {
  // Two things may happen at once and read the same.
  const moments = buildTimeline(order, formatMoney).map((moment, place) => ({ ...moment, place }));
  return (
    <Section title={texts.order.timeline.title}>
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
