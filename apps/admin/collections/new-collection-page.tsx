import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useCollectionFields } from "./collection-fields.ts";

/** Show the form that creates a collection and then opens its page. */
export function NewCollectionPage() {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const fields = useCollectionFields(null);
  const listPage = toStorePage("/collections");
  return (
    <PageFrame title={texts.collections.new} breadcrumbs={[{ label: texts.collections.title, to: listPage }]}>
      <Section title={texts.collections.details}>
        <SchemaForm
          operation={operations.createCollection}
          words={fields}
          initial={{ is_published: true }}
          submit={texts.collections.create}
          done={texts.collections.created}
          onSubmit={(body, idempotencyKey) => admin.collections.create({ body, idempotencyKey })}
          refresh={[["collections"]]}
          onDone={({ collection }) => goTo(toStorePage("/collections/$id", { id: collection.id }))}
          onCancel={() => goTo(listPage)}
        />
      </Section>
    </PageFrame>
  );
}
