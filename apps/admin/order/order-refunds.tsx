import { formatMoney, formatNumber, Section, StatusBadge } from "@souk/ui";
import { useLocationNameLookup } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { CancelRefund } from "./actions/cancel-refund.tsx";
import { getLineName } from "./line-name.ts";
import { OrderRecord, OrderRecords } from "./order-record.tsx";

type Refund = Order["refunds"][number];

/** Show an order's refunds and the units restocked with them. Show nothing if there are no refunds. */
export function OrderRefunds({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  return (
    <Section title={texts.order.refunds.title}>
      <OrderRecords>
        {order.refunds.map((refund) => (
          <RefundRecord key={refund.id} order={order} refund={refund} />
        ))}
      </OrderRecords>
    </Section>
  );
}

function RefundRecord({ order, refund }: { order: Order; refund: Refund }) {
  const getLocationName = useLocationNameLookup();
  const words = texts.order.refunds;
  const status = refund.status as keyof typeof words.statuses;
  const { reference_number, note, restock_items } = refund;
  const findLineName = (lineId: number) => {
    const line = order.line_items.find(({ id }) => id === lineId);
    return line === undefined ? words.deletedItem : getLineName(line);
  };
  return (
    <OrderRecord
      title={formatMoney(refund.amount, refund.currency_code)}
      badge={
        <StatusBadge tone={status === "created" ? "good" : "neutral"}>{words.statuses[status]}</StatusBadge>
      }
      at={refund.created_at}
      actions={<CancelRefund order={order} refund={refund} />}
      lines={[
        ...restock_items.map(({ line_item_id, quantity, location_id }) =>
          words.restocked({
            quantity: formatNumber(quantity),
            name: findLineName(line_item_id),
            location: getLocationName(location_id),
          }),
        ),
        note,
        reference_number === "" ? "" : texts.order.payments.reference({ reference: reference_number }),
      ]}
    />
  );
}
