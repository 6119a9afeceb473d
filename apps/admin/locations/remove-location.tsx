import { Group } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import type { Location } from "./location-queries.ts";
import { strings } from "./strings.ts";

/** Deletes a location, after asking. */
export function RemoveLocation({ location: { id, name } }: { location: Location }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  return (
    <Section title={strings.removeTitle} lead={strings.removeLead}>
      <Group>
        <ConfirmButton
          danger
          label={strings.remove}
          title={strings.removeOf(name)}
          confirm={strings.confirmRemove}
          done={strings.removed(name)}
          onConfirm={() => admin.locations.delete({ params: { id } })}
          refresh={[["locations"]]}
          // What was not saved is gone with it: nothing is asked about it.
          onDone={() => void navigate({ to: `/${handle}/settings/locations`, ignoreBlocker: true })}
        >
          {strings.removeText}
        </ConfirmButton>
      </Group>
    </Section>
  );
}
