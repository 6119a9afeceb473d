import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { locationFields } from "./location-fields.ts";
import { staleWithLocations, useShowLocation } from "./location-queries.ts";

const fields = {
  ...locationFields,
  code: { label: texts.locations.fields.code, help: texts.locations.fields.codeNewHelp },
} as const;

/** Show the page that creates a location. */
export function NewLocationPage() {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const show = useShowLocation();
  const list = toStorePage("/settings/locations");
  return (
    <PageFrame
      title={texts.locations.newTitle}
      breadcrumbs={[
        { label: texts.locations.settings, to: toStorePage("/settings") },
        { label: texts.locations.title, to: list },
      ]}
    >
      <Section title={texts.locations.details}>
        <SchemaForm
          operation={operations.createLocation}
          words={fields}
          initial={{ is_active: true, enabled_pickup: false }}
          submit={texts.locations.create}
          onCancel={() => goTo(list)}
          onSubmit={(body, idempotencyKey) => admin.locations.create({ body, idempotencyKey })}
          refresh={staleWithLocations}
          onDone={({ location }) => {
            show(location);
            toast.carriedOut(texts.locations.created({ name: location.name }), location);
            goTo(toStorePage("/settings/locations/$id", { id: location.id }));
          }}
        />
      </Section>
    </PageFrame>
  );
}
