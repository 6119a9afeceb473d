import { Group, Text } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole } from "@souk/ui";
import { texts } from "../texts.ts";
import { type Location, staleWithLocations, useShowLocation } from "./location-queries.ts";

/**
 * Show whether a location is the primary one, with the button that makes it so. INV-9: there is exactly one.
 */
export function MakePrimary({ location }: { location: Location }) {
  const admin = useAdminConsole();
  const show = useShowLocation();
  const { id, name, is_primary, is_active } = location;
  const why = is_primary ? texts.locations.isPrimary : texts.locations.mustBeActive;
  return (
    <Section title={texts.locations.primaryTitle} lead={texts.locations.primaryLead}>
      {is_primary || !is_active ? (
        <Text size="sm">{why}</Text>
      ) : (
        <Group>
          <ConfirmButton
            label={texts.locations.makePrimary}
            title={texts.locations.makePrimaryTitle({ name })}
            confirm={texts.locations.makePrimary}
            done={texts.locations.madePrimary({ name })}
            onConfirm={() => admin.locations.update({ params: { id }, body: { is_primary: true } })}
            refresh={staleWithLocations}
            onDone={(answer) => show(answer.location)}
          >
            {texts.locations.makePrimaryText}
          </ConfirmButton>
        </Group>
      )}
    </Section>
  );
}
