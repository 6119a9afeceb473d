import { Anchor, Stack, Text } from "@mantine/core";
import { formatNumber, Section, StatusBadge, type Tone } from "@souk/ui";
import { useLocationNames } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { FulfillmentOrderActions } from "./actions/fulfillment-order-actions.tsx";
import { ShipmentActions } from "./actions/shipment-actions.tsx";
import { Record, Records } from "./record.tsx";
import { safeAddress } from "./safe-address.ts";

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

/** Show the order's shipments and the units each location has still to ship. */
export function OrderShipments({ order }: { order: Order }) {
  const { shipments } = texts.order;
  return (
    <Section title={shipments.title}>
      <Stack>
        <FulfillmentOrders order={order} />
        {order.fulfillments.length === 0 ? (
          <Text size="sm" c="dimmed">
            {shipments.none}
          </Text>
        ) : (
          <Records>
            {order.fulfillments.map((shipment) => (
              <OneShipment key={shipment.id} order={order} shipment={shipment} />
            ))}
          </Records>
        )}
      </Stack>
    </Section>
  );
}

/** Show the units that each location has still to ship. */
function FulfillmentOrders({ order }: { order: Order }) {
  const getLocationName = useLocationNames();
  const { fulfillmentOrders, fulfillmentOrderStatuses } = texts.order;
  return (
    <Records>
      {order.fulfillment_orders.map((fulfillmentOrder) => (
        <Record
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
          lines={fulfillmentOrder.line_items.map(({ name, quantity, unfulfilled_quantity: left }) =>
            fulfillmentOrders.unfulfilled({ name, left: formatNumber(left), all: formatNumber(quantity) }),
          )}
        />
      ))}
    </Records>
  );
}

function OneShipment({ order, shipment }: { order: Order; shipment: Shipment }) {
  const getLocationName = useLocationNames();
  const { shipments } = texts.order;
  const { line_items, location_id, tracking_company, service, message } = shipment;
  const status = shipment.status as Status;
  return (
    <Record
      title={shipments.name({ id: shipment.id })}
      badge={<StatusBadge tone={tones[status]}>{shipments.statuses[status]}</StatusBadge>}
      at={shipment.created_at}
      actions={<ShipmentActions order={order} shipment={shipment} />}
      lines={[
        ...line_items.map(({ quantity, name }) =>
          shipments.units({ quantity: formatNumber(quantity), name }),
        ),
        shipments.from({ place: getLocationName(location_id) }),
        [tracking_company, service].filter((part) => part !== "").join(", "),
        message,
      ]}
    >
      <Tracking shipment={shipment} />
    </Record>
  );
}

/** Show the tracking number, linked to the courier if the address is a web address. */
function Tracking({ shipment }: { shipment: Shipment }) {
  const { shipments } = texts.order;
  const { tracking_number, tracking_url, consignment_note_url } = shipment;
  const track = tracking_number === "" ? shipments.trackPlain : shipments.track({ number: tracking_number });
  const links = [
    [track, safeAddress(tracking_url)],
    [shipments.note, safeAddress(consignment_note_url)],
  ] as const;
  const spoken = (label: string) =>
    shipments.linkLabel({ label, shipment: shipments.name({ id: shipment.id }) });
  return (
    <>
      {tracking_number !== "" && safeAddress(tracking_url) === null && (
        <Text size="sm">{tracking_number}</Text>
      )}
      {links.map(
        ([label, to]) =>
          to !== null && (
            <Anchor
              key={label}
              href={to}
              aria-label={spoken(label)}
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
