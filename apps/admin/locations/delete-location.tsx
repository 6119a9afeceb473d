import { Group } from "@mantine/core";
import { ConfirmButton, Section, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import type { Location } from "./location-queries.ts";

/** Show the section that deletes a location after a confirmation. */
export function DeleteLocation({ location: { id, name } }: { location: Location }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  return (
    <Section title={texts.locations.removeTitle} lead={texts.locations.removeLead}>
      <Group>
        <ConfirmButton
          danger
          label={texts.locations.remove}
          title={texts.locations.removeAsk({ name })}
          confirm={texts.locations.confirmRemove}
          done={texts.locations.removed({ name })}
          onConfirm={() => admin.locations.delete({ params: { id } })}
          refresh={[["locations"]]}
          // Skip the warning about unsaved changes, because the location they belong to is deleted.
          onDone={() => goTo(toStorePage("/settings/locations"), { ignoreBlocker: true })}
        >
          {texts.locations.removeText}
        </ConfirmButton>
      </Group>
    </Section>
  );
}
