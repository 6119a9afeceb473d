import { formatNumber, Section, StatusBadge, type Tone } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { Record, Records } from "./record.tsx";
import { strings } from "./strings.ts";

type Status = keyof typeof strings.returns.statuses;

const tones: { readonly [S in Status]: Tone } = {
  requested: "warn",
  accepted: "info",
  completed: "good",
  cancelled: "neutral",
};

/** Units that come back, or came; nothing where none do. */
export function OrderReturns({ order }: { order: Order }) {
  const { returns } = strings;
  if (order.returns.length === 0) return null;
  return (
    <Section title={returns.title}>
      <Records>
        {order.returns.map(({ id, status, created_at, return_line_items, note }) => (
          <Record
            key={id}
            title={returns.name(id)}
            badge={
              <StatusBadge tone={tones[status as Status]}>{returns.statuses[status as Status]}</StatusBadge>
            }
            at={created_at}
            lines={[
              ...return_line_items.map(({ quantity, name, reason }) =>
                returns.unit(formatNumber(quantity), name, reason),
              ),
              note,
            ]}
          />
        ))}
      </Records>
    </Section>
  );
}
