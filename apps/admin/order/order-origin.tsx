import { KeyValues, Section, Timestamp } from "@souk/ui";
import { useLocationNameLookup } from "../locations/location-queries.ts";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";

/** Show where an order comes from: its channel, location, salesperson and app. */
export function OrderOrigin({ order }: { order: Order }) {
  const getLocationName = useLocationNameLookup();
  const words = texts.order.origin;
  const { source_name, source_identifier, location_id, sales_attributions, processed_at } = order;
  const { staff, location: locations, app_handle } = sales_attributions;
  const attributedLocations = locations.map(({ location_name }) => location_name);
  const locationNames =
    attributedLocations.length > 0 || location_id === null
      ? attributedLocations
      : [getLocationName(location_id)];
  const details: readonly (readonly [string, string])[] = [
    [words.source, source_name],
    [words.identifier, source_identifier],
    [words.location, locationNames.join(", ")],
    [words.staff, staff.map(({ name }) => name).join(", ")],
    [words.app, app_handle ?? ""],
  ];
  return (
    <Section title={words.title}>
      <KeyValues
        items={[
          [words.placed, <Timestamp key="placed" at={processed_at} absolute />],
          ...details.filter(([, value]) => value !== ""),
        ]}
      />
    </Section>
  );
}
