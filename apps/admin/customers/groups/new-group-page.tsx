import { operations } from "@souk/contract";
import { PageFrame, SchemaForm, Section, toast, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { groupFieldWords } from "./group-fields.ts";

/** Show the form that creates a customer group and then opens its page. */
export function NewCustomerGroupPage() {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const listPage = toStorePage("/customers/groups");
  return (
    <PageFrame
      title={texts.customersGroups.new}
      breadcrumbs={[
        { label: texts.customers.title, to: toStorePage("/customers") },
        { label: texts.customersGroups.title, to: listPage },
      ]}
    >
      <Section title={texts.customersGroups.details}>
        <SchemaForm
          operation={operations.createCustomerGroup}
          words={groupFieldWords}
          submit={texts.customersGroups.create}
          onSubmit={(body, idempotencyKey) => admin.customer_groups.create({ body, idempotencyKey })}
          refresh={[["customer_groups"]]}
          onDone={({ customer_group }) => {
            toast.doneOrReplayed(
              texts.customersGroups.created({ name: customer_group.name }),
              customer_group,
            );
            goTo(toStorePage("/customers/groups/$id", { id: customer_group.id }));
          }}
          onCancel={() => goTo(listPage)}
        />
      </Section>
    </PageFrame>
  );
}
