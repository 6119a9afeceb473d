import { Button, Group, Text } from "@mantine/core";
import { ConfirmDialog, Section, useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { type Location, useRefreshLocations } from "./location-queries.ts";
import { strings } from "./strings.ts";

/** Says whether a location is the primary one, and makes it so. INV-9: there is exactly one. */
export function MakePrimary({ location }: { location: Location }) {
  const admin = useAdminConsole();
  const refresh = useRefreshLocations();
  const [isAsking, setAsking] = useState(false);
  const { id, name, is_primary, is_active } = location;
  const why = is_primary ? strings.isPrimary : strings.mustBeActive;
  return (
    <Section title={strings.primaryTitle} lead={strings.primaryLead}>
      {is_primary || !is_active ? (
        <Text size="sm">{why}</Text>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            {strings.makePrimary}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={strings.makePrimaryOf(name)}
        confirm={strings.makePrimary}
        done={strings.madePrimary(name)}
        onConfirm={() => admin.locations.update({ params: { id }, body: { is_primary: true } })}
        onDone={(answer) => refresh(answer.location)}
      >
        {strings.makePrimaryText}
      </ConfirmDialog>
    </Section>
  );
}
