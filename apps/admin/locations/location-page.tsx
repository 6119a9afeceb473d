import { Group, Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { Answered, isMissing, LinkButton, PageFrame, SchemaForm, Section, useAdminConsole } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { LocationBadges } from "./location-badges.tsx";
import { locationFields } from "./location-fields.ts";
import { type Location, staleWithLocations, useLocation, useShowLocation } from "./location-queries.ts";
import { MakePrimary } from "./make-primary.tsx";
import { RemoveLocation } from "./remove-location.tsx";

/** Show one location: its details, whether it is the primary one, its stock, and deleting it. */
export function LocationPage() {
  const { id } = useParams({ strict: false });
  const query = useLocation(Number(id));
  const location = query.data?.location;
  return (
    <PageFrame
      title={location?.name ?? (isMissing(query) ? texts.locations.missing.title : texts.locations.title)}
      breadcrumbs={[
        { label: texts.locations.settings, to: toStorePage("/settings") },
        { label: texts.locations.title, to: toStorePage("/settings/locations") },
      ]}
      badge={location && <LocationBadges location={location} />}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={texts.locations.missing} to={toStorePage("/settings/locations")} />}
      >
        {(answer) => <Parts key={answer.location.id} location={answer.location} />}
      </Answered>
    </PageFrame>
  );
}

function Parts({ location }: { location: Location }) {
  const admin = useAdminConsole();
  const show = useShowLocation();
  const { id, is_primary } = location;
  return (
    <Stack gap="lg">
      <Section title={texts.locations.details}>
        <SchemaForm
          operation={operations.updateLocation}
          words={locationFields}
          initial={location}
          submit={texts.locations.save}
          done={texts.locations.saved}
          onSubmit={(body) => admin.locations.update({ params: { id }, body })}
          refresh={staleWithLocations}
          onDone={(answer) => show(answer.location)}
        />
      </Section>
      <Section title={texts.locations.stock}>
        <Group>
          <LinkButton variant="default" to={toStorePage("/inventory", {}, { location: id })}>
            {texts.locations.toStock}
          </LinkButton>
        </Group>
      </Section>
      <MakePrimary location={location} />
      {!is_primary && <RemoveLocation location={location} />}
    </Stack>
  );
}
