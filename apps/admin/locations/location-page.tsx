import { Group, Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import {
  Answered,
  isMissing,
  LinkButton,
  PageFrame,
  SchemaForm,
  Section,
  useAdminConsole,
  useStore,
} from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { MissingRecord } from "../missing-record.tsx";
import { LocationBadges } from "./location-badges.tsx";
import { locationFields } from "./location-fields.ts";
import { type Location, staleWithLocations, useLocation, useShowLocation } from "./location-queries.ts";
import { MakePrimary } from "./make-primary.tsx";
import { RemoveLocation } from "./remove-location.tsx";
import { strings } from "./strings.ts";

/** One location: its details, whether it is the primary one, its stock, and deleting it. */
export function LocationPage() {
  const { handle } = useStore();
  const { id } = useParams({ strict: false });
  const query = useLocation(Number(id));
  const location = query.data?.location;
  return (
    <PageFrame
      title={location?.name ?? (isMissing(query) ? strings.missing.title : strings.title)}
      breadcrumbs={[
        { label: strings.settings, to: `/${handle}/settings` },
        { label: strings.title, to: `/${handle}/settings/locations` },
      ]}
      badge={location && <LocationBadges location={location} />}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={strings.missing} to={`/${handle}/settings/locations`} />}
      >
        {(answer) => <Parts key={answer.location.id} location={answer.location} />}
      </Answered>
    </PageFrame>
  );
}

function Parts({ location }: { location: Location }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const show = useShowLocation();
  const { id, is_primary } = location;
  return (
    <Stack gap="lg">
      <Section title={strings.details}>
        <SchemaForm
          operation={operations.updateLocation}
          words={locationFields}
          initial={location}
          submit={strings.save}
          done={strings.saved}
          onSubmit={(body) => admin.locations.update({ params: { id }, body })}
          refresh={staleWithLocations}
          onDone={(answer) => show(answer.location)}
        />
      </Section>
      <Section title={strings.stock} lead={strings.stockLead}>
        <Group>
          <LinkButton variant="default" to={`/${handle}/inventory?location=${id}`}>
            {strings.toStock}
          </LinkButton>
        </Group>
      </Section>
      <MakePrimary location={location} />
      {!is_primary && <RemoveLocation location={location} />}
    </Stack>
  );
}
