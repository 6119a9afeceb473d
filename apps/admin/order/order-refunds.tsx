import { formatMoney, formatNumber, Section, StatusBadge } from "@souk/ui";
import { useLocationNames } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { CancelRefund } from "./actions/cancel-refund.tsx";
import { lineName } from "./line-name.ts";
import { Record, Records } from "./record.tsx";

type Refund = Order["refunds"][number];

/** Show the order's refunds and the units returned with them; renders nothing without a refund. */
export function OrderRefunds({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  return (
    <Section title={texts.order.refunds.title}>
      <Records>
        {order.refunds.map((refund) => (
          <OneRefund key={refund.id} order={order} refund={refund} />
        ))}
      </Records>
    </Section>
  );
}

function OneRefund({ order, refund }: { order: Order; refund: Refund }) {
  const getLocationName = useLocationNames();
  const { refunds, payments } = texts.order;
  const status = refund.status as keyof typeof refunds.statuses;
  const { reference_number, note, restock_items } = refund;
  const getLineName = (lineId: number) => {
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
          refunds.restocked({
            quantity: formatNumber(quantity),
            name: getLineName(line_item_id),
            place: getLocationName(location_id),
          }),
        ),
        note,
        reference_number === "" ? "" : payments.reference({ reference: reference_number }),
      ]}
    />
  );
}
