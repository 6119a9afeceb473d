import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { staleWithAttributes } from "./attribute-queries.ts";
import { strings } from "./strings.ts";

const { title, key, input_type, options, is_required } = strings.fields;
const fields = {
  title,
  key,
  input_type: { ...input_type, options: strings.inputs },
  options,
  is_required,
} as const;

const initial = { input_type: "text", is_required: false } as const;

/** A new custom field of customers. */
export function NewCustomerFieldPage() {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const list = `/${handle}/settings/customer-fields`;
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
          operation={operations.createCustomerAttribute}
          words={fields}
          initial={initial}
          submit={strings.create}
          onCancel={() => void navigate({ to: list })}
          onSubmit={(body, idempotencyKey) => admin.customer_attributes.create({ body, idempotencyKey })}
          refresh={staleWithAttributes}
          onDone={({ customer_attribute }) => {
            toast.carriedOut(strings.created(customer_attribute.title), customer_attribute);
            void navigate({ to: list });
          }}
        />
      </Section>
    </PageFrame>
  );
}
