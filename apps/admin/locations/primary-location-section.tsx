import { Group, Text } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole } from "@souk/ui";
import { texts } from "../texts.ts";
import { type Location, queriesShowingLocations, useCacheLocation } from "./location-queries.ts";

/**
 * Show whether a location is the store's primary location, with the button that sets it as primary. A store has exactly one
 * primary location (INV-9).
 */
export function PrimaryLocationSection({ location }: { location: Location }) {
  const admin = useAdminConsole();
  const cacheLocation = useCacheLocation();
  const { id, name, is_primary, is_active } = location;
  const canBecomePrimary = !is_primary && is_active;
  return (
    <Section title={texts.locations.primaryTitle} lead={texts.locations.primaryLead}>
      {canBecomePrimary ? (
        <Group>
          <ConfirmButton
            label={texts.locations.makePrimary}
            title={texts.locations.makePrimaryTitle({ name })}
            confirm={texts.locations.makePrimary}
            done={texts.locations.madePrimary({ name })}
            onConfirm={() => admin.locations.update({ params: { id }, body: { is_primary: true } })}
            refresh={queriesShowingLocations}
            onDone={(response) => cacheLocation(response.location)}
          >
            {texts.locations.makePrimaryText}
          </ConfirmButton>
        </Group>
      ) : (
        <Text size="sm">{is_primary ? texts.locations.isPrimary : texts.locations.mustBeActive}</Text>
      )}
    </Section>
  );
}
