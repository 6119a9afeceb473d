import { KeyValues, Section, Timestamp } from "@souk/ui";
import { useLocationNames } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { strings } from "./strings.ts";

/** Where an order came from, and whose sale it was. */
export function OrderOrigin({ order }: { order: Order }) {
  const placeOf = useLocationNames();
  const { origin } = strings;
  const { source_name, source_identifier, location_id, sales_attributions, processed_at } = order;
  const { staff, location, app_handle } = sales_attributions;
  const places = location.map(({ location_name }) => location_name);
  const soldAt = places.length > 0 || location_id === null ? places : [placeOf(location_id)];
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
