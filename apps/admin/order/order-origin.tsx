import { KeyValues, Section, Timestamp } from "@souk/ui";
import { useLocationNames } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";

/** Show the source of an order and who made the sale. */
export function OrderOrigin({ order }: { order: Order }) {
  const getLocationName = useLocationNames();
  const { origin } = texts.order;
  const { source_name, source_identifier, location_id, sales_attributions, processed_at } = order;
  const { staff, location, app_handle } = sales_attributions;
  const places = location.map(({ location_name }) => location_name);
  const soldAt = places.length > 0 || location_id === null ? places : [getLocationName(location_id)];
  const known: readonly (readonly [string, string])[] = [
    [origin.source, source_name],
    [origin.identifier, source_identifier],
    [origin.location, soldAt.join(", ")],
    [origin.staff, staff.map(({ name }) => name).join(", ")],
    [origin.app, app_handle ?? ""],
  ];
  return (
    <Section title={origin.title}>
      <KeyValues
        items={[
          [origin.placed, <Timestamp key="placed" at={processed_at} absolute />],
          ...known.filter(([, value]) => value !== ""),
        ]}
      />
    </Section>
  );
}
