import { Button, Group } from "@mantine/core";
import { ConfirmDialog, Section, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Location, useRefreshLocations } from "./location-queries.ts";
import { strings } from "./strings.ts";

/** Deletes a location, after asking. */
export function RemoveLocation({ location }: { location: Location }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const refresh = useRefreshLocations();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = location;
  return (
    <Section title={strings.removeTitle} lead={strings.removeLead}>
      <Group>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          {strings.remove}
        </Button>
      </Group>
      <ConfirmDialog
        danger
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={strings.removeOf(name)}
        confirm={strings.confirmRemove}
        done={strings.removed(name)}
        onConfirm={() => admin.locations.delete({ params: { id } })}
        onDone={() => {
          refresh();
          void navigate({ to: `/${handle}/settings/locations` });
        }}
      >
        {strings.removeText}
      </ConfirmDialog>
    </Section>
  );
}
