import { Group, Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { isMissing, PageFrame, QueryBoundary, SchemaForm, Section, useAdminConsole } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { EditGate } from "../edit-gate.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { DeleteLocation } from "./delete-location.tsx";
import { LocationBadges } from "./location-badges.tsx";
import { locationFieldWords } from "./location-fields.ts";
import { type Location, queriesShowingLocations, useCacheLocation, useLocation } from "./location-queries.ts";
import { PrimaryLocationSection } from "./primary-location-section.tsx";

/** Show a location: its details, the link to its stock, and the sections that set it as primary and delete it. */
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
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.locations.missing} to={toStorePage("/settings/locations")} />}
      >
        {(response) => <LocationSections key={response.location.id} location={response.location} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function LocationSections({ location }: { location: Location }) {
  const admin = useAdminConsole();
  const cacheLocation = useCacheLocation();
  const hasAnyRight = usePermissions();
  const { id, is_primary } = location;
  return (
    <Stack gap="lg">
      <EditGate requiredRight="locations.edit">
        <Section title={texts.locations.details}>
          <SchemaForm
            operation={operations.updateLocation}
            words={locationFieldWords}
            initial={location}
            submit={texts.locations.save}
            done={texts.locations.saved}
            onSubmit={(body) => admin.locations.update({ params: { id }, body })}
            refresh={queriesShowingLocations}
            onDone={(response) => cacheLocation(response.location)}
          />
        </Section>
      </EditGate>
      <Section title={texts.locations.stock}>
        <Group>
          <PageLinkButton variant="default" to={toStorePage("/inventory", {}, { location: id })}>
            {texts.locations.toStock}
          </PageLinkButton>
        </Group>
      </Section>
      <EditGate requiredRight="locations.edit" isQuiet>
        <PrimaryLocationSection location={location} />
      </EditGate>
      {!is_primary && hasAnyRight("locations.edit") && <DeleteLocation location={location} />}
    </Stack>
  );
}
