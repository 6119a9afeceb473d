import { Timeline } from "@mantine/core";
import { formatMoney, Section, Timestamp } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { buildTimeline } from "./timeline.ts";

const titleStyle = { itemTitle: { lineHeight: 1.4, fontWeight: 500 } };

/** Show the history of an order, newest event first. */
export function OrderTimeline({ order }: { order: Order }) {
  // The index is the key, because two events may have the same time and text.
  const events = buildTimeline(order, formatMoney).map((event, index) => ({ ...event, index }));
  return (
    <Section title={texts.order.timeline.title}>
      <Timeline bulletSize={12} lineWidth={2}>
        {events.map(({ at, text, index }) => (
          <Timeline.Item key={index} title={text} styles={titleStyle}>
            <Timestamp at={at} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
