import { Group, Text } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole } from "@souk/ui";
import { type Location, staleWithLocations, useShowLocation } from "./location-queries.ts";
import { strings } from "./strings.ts";

/** Says whether a location is the primary one, and makes it so. INV-9: there is exactly one. */
export function MakePrimary({ location }: { location: Location }) {
  const admin = useAdminConsole();
  const show = useShowLocation();
  const { id, name, is_primary, is_active } = location;
  const why = is_primary ? strings.isPrimary : strings.mustBeActive;
  return (
    <Section title={strings.primaryTitle} lead={strings.primaryLead}>
      {is_primary || !is_active ? (
        <Text size="sm">{why}</Text>
      ) : (
        <Group>
          <ConfirmButton
            label={strings.makePrimary}
            title={strings.makePrimaryOf(name)}
            confirm={strings.makePrimary}
            done={strings.madePrimary(name)}
            onConfirm={() => admin.locations.update({ params: { id }, body: { is_primary: true } })}
            refresh={staleWithLocations}
            onDone={(answer) => show(answer.location)}
          >
            {strings.makePrimaryText}
          </ConfirmButton>
        </Group>
      )}
    </Section>
  );
}
