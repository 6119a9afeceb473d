import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { queriesShowingAttributes } from "./attribute-queries.ts";

const { title, key, input_type, options, is_required } = texts.customersAttributes.fields;
const fieldWords = {
  title,
  key,
  input_type: { ...input_type, options: texts.customersAttributes.inputs },
  options,
  is_required,
} as const;

const initial = { input_type: "text", is_required: false } as const;

/** Show the form that adds a custom field for customers. */
export function NewCustomerFieldPage() {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const listPage = toStorePage("/settings/customer-fields");
  return (
    <PageFrame
      title={texts.customersAttributes.newTitle}
      breadcrumbs={[
        { label: texts.customersAttributes.settings, to: toStorePage("/settings") },
        { label: texts.customersAttributes.title, to: listPage },
      ]}
    >
      <Section title={texts.customersAttributes.details}>
        <SchemaForm
          operation={operations.createCustomerAttribute}
          words={fieldWords}
          initial={initial}
          submit={texts.customersAttributes.create}
          onCancel={() => goTo(listPage)}
          onSubmit={(body, idempotencyKey) => admin.customer_attributes.create({ body, idempotencyKey })}
          refresh={queriesShowingAttributes}
          onDone={({ customer_attribute }) => {
            toast.doneOrReplayed(
              texts.customersAttributes.created({ title: customer_attribute.title }),
              customer_attribute,
            );
            goTo(listPage);
          }}
        />
      </Section>
    </PageFrame>
  );
}
