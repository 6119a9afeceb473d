import { formatMoney, formatNumber, Section, StatusBadge } from "@souk/ui";
import { useLocationNames } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { CancelRefund } from "./actions/cancel-refund.tsx";
import { lineName } from "./line-name.ts";
import { Record, Records } from "./record.tsx";
import { strings } from "./strings.ts";

type Refund = Order["refunds"][number];

/** What was given back of an order's money, and the units that came back with it; nothing where nothing was. */
export function OrderRefunds({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  return (
    <Section title={strings.refunds.title}>
      <Records>
        {order.refunds.map((refund) => (
          <OneRefund key={refund.id} order={order} refund={refund} />
        ))}
      </Records>
    </Section>
  );
}

function OneRefund({ order, refund }: { order: Order; refund: Refund }) {
  const placeOf = useLocationNames();
  const { refunds, payments } = strings;
  const status = refund.status as keyof typeof refunds.statuses;
  const { reference_number, note, restock_items } = refund;
  const nameOf = (lineId: number) => {
    const line = order.line_items.find(({ id }) => id === lineId);
    return line === undefined ? refunds.gone : lineName(line);
  };
  return (
    <Record
      title={formatMoney(refund.amount, refund.currency_code)}
      badge={
        <StatusBadge tone={status === "created" ? "good" : "neutral"}>{refunds.statuses[status]}</StatusBadge>
      }
      at={refund.created_at}
      actions={<CancelRefund order={order} refund={refund} />}
      lines={[
        ...restock_items.map(({ line_item_id, quantity, location_id }) =>
          refunds.restocked(formatNumber(quantity), nameOf(line_item_id), placeOf(location_id)),
        ),
        note,
        reference_number === "" ? "" : payments.reference(reference_number),
      ]}
    />
  );
}
