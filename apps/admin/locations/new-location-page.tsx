import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { locationFieldWords } from "./location-fields.ts";
import { queriesShowingLocations, useCacheLocation } from "./location-queries.ts";

const fieldWords = {
  ...locationFieldWords,
  code: { label: texts.locations.fields.code, help: texts.locations.fields.codeNewHelp },
} as const;

/** Show the form that creates a location and then opens its page. */
export function NewLocationPage() {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const cacheLocation = useCacheLocation();
  const listPage = toStorePage("/settings/locations");
  return (
    <PageFrame
      title={texts.locations.newTitle}
      breadcrumbs={[
        { label: texts.locations.settings, to: toStorePage("/settings") },
        { label: texts.locations.title, to: listPage },
      ]}
    >
      <Section title={texts.locations.details}>
        <SchemaForm
          operation={operations.createLocation}
          words={fieldWords}
          initial={{ is_active: true, enabled_pickup: false }}
          submit={texts.locations.create}
          onCancel={() => goTo(listPage)}
          onSubmit={(body, idempotencyKey) => admin.locations.create({ body, idempotencyKey })}
          refresh={queriesShowingLocations}
          onDone={({ location }) => {
            cacheLocation(location);
            toast.doneOrReplayed(texts.locations.created({ name: location.name }), location);
            goTo(toStorePage("/settings/locations/$id", { id: location.id }));
          }}
        />
      </Section>
    </PageFrame>
  );
}
