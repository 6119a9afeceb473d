import { Anchor, Stack, Text } from "@mantine/core";
import { formatNumber, Section, StatusBadge, type Tone } from "@souk/ui";
import { useLocationNameLookup } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { FulfillmentOrderActions } from "./actions/fulfillment-order-actions.tsx";
import { ShipmentActions } from "./actions/shipment-actions.tsx";
import { OrderRecord, OrderRecords } from "./order-record.tsx";
import { parseWebUrl } from "./parse-web-url.ts";

type Shipment = Order["fulfillments"][number];
type Status = keyof typeof texts.order.shipments.statuses;

const tones: { readonly [S in Status]: Tone } = {
  pending: "info",
  in_transit: "info",
  out_for_delivery: "info",
  failed: "danger",
  delivered: "good",
  cancelled: "neutral",
};

const fulfillmentOrderTones: { readonly [S in Order["fulfillment_orders"][number]["status"]]: Tone } = {
  open: "warn",
  in_progress: "info",
  closed: "good",
  cancelled: "neutral",
};

/** Show an order's fulfillment orders with their unfulfilled units, and the order's shipments. */
export function OrderShipments({ order }: { order: Order }) {
  const words = texts.order.shipments;
  return (
    <Section title={words.title}>
      <Stack>
        <FulfillmentOrders order={order} />
        {order.fulfillments.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.none}
          </Text>
        ) : (
          <OrderRecords>
            {order.fulfillments.map((shipment) => (
              <ShipmentRecord key={shipment.id} order={order} shipment={shipment} />
            ))}
          </OrderRecords>
        )}
      </Stack>
    </Section>
  );
}

/** Show each fulfillment order with its unfulfilled units and its actions. */
function FulfillmentOrders({ order }: { order: Order }) {
  const getLocationName = useLocationNameLookup();
  const { fulfillmentOrders, fulfillmentOrderStatuses } = texts.order;
  return (
    <OrderRecords>
      {order.fulfillment_orders.map((fulfillmentOrder) => (
        <OrderRecord
          key={fulfillmentOrder.id}
          title={getLocationName(fulfillmentOrder.location_id)}
          badge={
            <StatusBadge tone={fulfillmentOrderTones[fulfillmentOrder.status]}>
              {fulfillmentOrderStatuses[fulfillmentOrder.status]}
            </StatusBadge>
          }
          at={fulfillmentOrder.created_at}
          actions={
            <FulfillmentOrderActions
              order={order}
              fulfillmentOrder={fulfillmentOrder}
              locationName={getLocationName(fulfillmentOrder.location_id)}
            />
          }
          lines={fulfillmentOrder.line_items.map(({ name, quantity, unfulfilled_quantity }) =>
            fulfillmentOrders.unfulfilled({
              name,
              unfulfilled: formatNumber(unfulfilled_quantity),
              total: formatNumber(quantity),
            }),
          )}
        />
      ))}
    </OrderRecords>
  );
}

function ShipmentRecord({ order, shipment }: { order: Order; shipment: Shipment }) {
  const getLocationName = useLocationNameLookup();
  const words = texts.order.shipments;
  const { line_items, location_id, tracking_company, service, message } = shipment;
  const status = shipment.status as Status;
  return (
    <OrderRecord
      title={words.name({ id: shipment.id })}
      badge={<StatusBadge tone={tones[status]}>{words.statuses[status]}</StatusBadge>}
      at={shipment.created_at}
      actions={<ShipmentActions order={order} shipment={shipment} />}
      lines={[
        ...line_items.map(({ quantity, name }) => words.units({ quantity: formatNumber(quantity), name })),
        words.from({ location: getLocationName(location_id) }),
        [tracking_company, service].filter((part) => part !== "").join(", "),
        message,
      ]}
    >
      <Tracking shipment={shipment} />
    </OrderRecord>
  );
}

/** Show the links to the tracking page and the consignment note. Without a tracking page, the tracking number is plain text. */
function Tracking({ shipment }: { shipment: Shipment }) {
  const words = texts.order.shipments;
  const { tracking_number, tracking_url, consignment_note_url } = shipment;
  const trackLabel = tracking_number === "" ? words.trackPlain : words.track({ number: tracking_number });
  const links = [
    [trackLabel, parseWebUrl(tracking_url)],
    [words.note, parseWebUrl(consignment_note_url)],
  ] as const;
  const getAccessibleName = (label: string) =>
    words.linkLabel({ label, shipment: words.name({ id: shipment.id }) });
  return (
    <>
      {tracking_number !== "" && parseWebUrl(tracking_url) === null && (
        <Text size="sm">{tracking_number}</Text>
      )}
      {links.map(
        ([label, url]) =>
          url !== null && (
            <Anchor
              key={label}
              href={url}
              aria-label={getAccessibleName(label)}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
              py={3}
              display="block"
            >
              {label}
            </Anchor>
          ),
      )}
    </>
  );
}
