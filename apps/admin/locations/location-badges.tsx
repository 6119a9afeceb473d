import { Group } from "@mantine/core";
import { StatusBadge } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Location } from "./location-queries.ts";

/** Show badges that say whether a location is the primary one, is active and offers pickup. */
export function LocationBadges({ location }: { location: Location }) {
  const { is_primary, is_active, enabled_pickup } = location;
  return (
    <Group gap="xs">
      {is_primary && <StatusBadge tone="info">{texts.locations.primary}</StatusBadge>}
      <StatusBadge tone={is_active ? "good" : "neutral"}>
        {is_active ? texts.locations.active : texts.locations.inactive}
      </StatusBadge>
      {enabled_pickup && <StatusBadge tone="neutral">{texts.locations.pickup}</StatusBadge>}
    </Group>
  );
}
