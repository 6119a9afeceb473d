import { Section, StatusBadge, type Tone } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { OrderRecord, OrderRecords } from "./order-record.tsx";

type Status = keyof typeof texts.order.returns.statuses;

const tones: { readonly [S in Status]: Tone } = {
  requested: "warn",
  accepted: "info",
  completed: "good",
  cancelled: "neutral",
};

/** Show an order's returns. Show nothing if there are none. */
export function OrderReturns({ order }: { order: Order }) {
  const words = texts.order.returns;
  if (order.returns.length === 0) return null;
  return (
    <Section title={words.title}>
      <OrderRecords>
        {order.returns.map(({ id, status, created_at, return_line_items, note }) => (
          <OrderRecord
            key={id}
            title={words.name({ id })}
            badge={
              <StatusBadge tone={tones[status as Status]}>{words.statuses[status as Status]}</StatusBadge>
            }
            at={created_at}
            lines={[
              ...return_line_items.map(({ quantity, name, reason }) =>
                reason === ""
                  ? words.unit({ quantity, name })
                  : words.unitWithReason({ quantity, name, reason }),
              ),
              note,
            ]}
          />
        ))}
      </OrderRecords>
    </Section>
  );
}
