import { Anchor, Stack, Text } from "@mantine/core";
import { formatNumber, Section, StatusBadge, type Tone } from "@souk/ui";
import { useLocationNames } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { ShareActions } from "./actions/share-actions.tsx";
import { ShipmentActions } from "./actions/shipment-actions.tsx";
import { Record, Records } from "./record.tsx";
import { safeAddress } from "./safe-address.ts";
import { strings } from "./strings.ts";

type Shipment = Order["fulfillments"][number];
type Status = keyof typeof strings.shipments.statuses;

const tones: { readonly [S in Status]: Tone } = {
  pending: "info",
  in_transit: "info",
  out_for_delivery: "info",
  failed: "danger",
  delivered: "good",
  cancelled: "neutral",
};

const shareTones: { readonly [S in Order["fulfillment_orders"][number]["status"]]: Tone } = {
  open: "warn",
  in_progress: "info",
  closed: "good",
  cancelled: "neutral",
};

/** What was sent of an order, and what each location is still to send. */
export function OrderShipments({ order }: { order: Order }) {
  const { shipments } = strings;
  return (
    <Section title={shipments.title}>
      <Stack>
        <Shares order={order} />
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

/** What each location is still to send of its part. */
function Shares({ order }: { order: Order }) {
  const placeOf = useLocationNames();
  const { shares, shareStatuses } = strings;
  return (
    <Records>
      {order.fulfillment_orders.map((share) => (
        <Record
          key={share.id}
          title={placeOf(share.location_id)}
          badge={<StatusBadge tone={shareTones[share.status]}>{shareStatuses[share.status]}</StatusBadge>}
          at={share.created_at}
          actions={<ShareActions order={order} share={share} place={placeOf(share.location_id)} />}
          lines={share.line_items.map(({ name, quantity, unfulfilled_quantity: left }) =>
            shares.left(name, formatNumber(left), formatNumber(quantity)),
          )}
        />
      ))}
    </Records>
  );
}

function OneShipment({ order, shipment }: { order: Order; shipment: Shipment }) {
  const placeOf = useLocationNames();
  const { shipments } = strings;
  const { line_items, location_id, tracking_company, service, message } = shipment;
  const status = shipment.status as Status;
  return (
    <Record
      title={shipments.name(shipment.id)}
      badge={<StatusBadge tone={tones[status]}>{shipments.statuses[status]}</StatusBadge>}
      at={shipment.created_at}
      actions={<ShipmentActions order={order} shipment={shipment} />}
      lines={[
        ...line_items.map(({ quantity, name }) => shipments.units(formatNumber(quantity), name)),
        shipments.from(placeOf(location_id)),
        [tracking_company, service].filter((part) => part !== "").join(", "),
        message,
      ]}
    >
      <Tracking shipment={shipment} />
    </Record>
  );
}

/** The tracking number, which leads to the courier where the address is one of the web. */
function Tracking({ shipment }: { shipment: Shipment }) {
  const { shipments } = strings;
  const { tracking_number, tracking_url, consignment_note_url } = shipment;
  const track = tracking_number === "" ? shipments.trackPlain : shipments.track(tracking_number);
  const links = [
    [track, safeAddress(tracking_url)],
    [shipments.note, safeAddress(consignment_note_url)],
  ] as const;
  const spoken = (label: string) => shipments.linkOf(label, shipments.name(shipment.id));
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
