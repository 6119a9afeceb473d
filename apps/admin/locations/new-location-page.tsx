import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { locationFields } from "./location-fields.ts";
import { staleWithLocations, useShowLocation } from "./location-queries.ts";
import { strings } from "./strings.ts";

const fields = {
  ...locationFields,
  code: { label: strings.fields.code, help: strings.fields.codeNewHelp },
} as const;

/** A new location of the shop. */
export function NewLocationPage() {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const show = useShowLocation();
  const list = `/${handle}/settings/locations`;
  return (
    <PageFrame
      title={strings.newTitle}
      breadcrumbs={[
        { label: strings.settings, to: `/${handle}/settings` },
        { label: strings.title, to: list },
      ]}
    >
      <Section title={strings.details}>
        <SchemaForm
          operation={operations.createLocation}
          words={fields}
          initial={{ is_active: true, enabled_pickup: false }}
          submit={strings.create}
          onCancel={() => void navigate({ to: list })}
          onSubmit={(body, idempotencyKey) => admin.locations.create({ body, idempotencyKey })}
          refresh={staleWithLocations}
          onDone={({ location }) => {
            show(location);
            toast.carriedOut(strings.created(location.name), location);
            void navigate({ to: `${list}/${location.id}` });
          }}
        />
      </Section>
    </PageFrame>
  );
}
