import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { strings as customers } from "../strings.ts";
import { strings } from "./strings.ts";

/** Makes a group of customers, then leads to it. */
export function NewCustomerGroupPage() {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const navigate = useNavigate();
  const list = `/${handle}/customers/groups`;
  return (
    <PageFrame
      title={strings.new}
      breadcrumbs={[
        { label: customers.title, to: `/${handle}/customers` },
        { label: strings.title, to: list },
      ]}
    >
      <Section title={strings.details}>
        <SchemaForm
          operation={operations.createCustomerGroup}
          words={strings.fields}
          submit={strings.create}
          onSubmit={(body, idempotencyKey) => admin.customer_groups.create({ body, idempotencyKey })}
          refresh={[["customer_groups"]]}
          onDone={({ customer_group }) => {
            toast.carriedOut(strings.created(customer_group.name), customer_group);
            void navigate({ to: `${list}/${customer_group.id}` });
          }}
          onCancel={() => void navigate({ to: list })}
        />
      </Section>
    </PageFrame>
  );
}
