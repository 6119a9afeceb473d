import { Group } from "@mantine/core";
import { StatusBadge } from "@souk/ui";
import type { Location } from "./location-queries.ts";
import { strings } from "./strings.ts";

/** What a location is, in badges: primary, not active, for pickup. */
export function LocationBadges({ location }: { location: Location }) {
  const { is_primary, is_active, enabled_pickup } = location;
  return (
    <Group gap="xs">
      {is_primary && <StatusBadge tone="info">{strings.primary}</StatusBadge>}
      <StatusBadge tone={is_active ? "good" : "neutral"}>
        {is_active ? strings.active : strings.inactive}
      </StatusBadge>
      {enabled_pickup && <StatusBadge tone="neutral">{strings.pickup}</StatusBadge>}
    </Group>
  );
}
