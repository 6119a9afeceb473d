import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { useCollectionFields } from "./collection-fields.ts";
import { strings } from "./strings.ts";

/** Makes a collection, then leads to it. */
export function NewCollectionPage() {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const navigate = useNavigate();
  const fields = useCollectionFields(null);
  const list = `/${handle}/collections`;
  return (
    <PageFrame title={strings.new} breadcrumbs={[{ label: strings.title, to: list }]}>
      <Section title={strings.details}>
        <SchemaForm
          operation={operations.createCollection}
          words={fields}
          initial={{ is_published: true }}
          submit={strings.create}
          done={strings.created}
          onSubmit={(body, idempotencyKey) => admin.collections.create({ body, idempotencyKey })}
          refresh={[["collections"]]}
          onDone={({ collection }) => void navigate({ to: `${list}/${collection.id}` })}
          onCancel={() => void navigate({ to: list })}
        />
      </Section>
    </PageFrame>
  );
}
