import type { OperationBody, operations, PageUrl } from "@souk/contract";
import {
  PageFrame,
  QueryBoundary,
  Section,
  SpecForm,
  toast,
  useAdminConsole,
  usePageNavigation,
} from "@souk/ui";
import { useMemo } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useAllAttributes } from "./attributes/attribute-queries.ts";
import {
  type Attribute,
  buildAttributeSpecs,
  createIsOmitted,
  nestAttributes,
} from "./attributes/attribute-specs.ts";
import { getCustomerName, queriesShowingCustomers } from "./customer-queries.ts";
import { useCustomerFieldSpecs } from "./use-customer-field-specs.ts";

/** Show the form that creates a customer, including the store's custom fields, and then opens the customer's page. */
export function NewCustomerPage() {
  const attributes = useAllAttributes();
  const list = toStorePage("/customers");
  return (
    <PageFrame title={texts.customers.new} breadcrumbs={[{ label: texts.customers.title, to: list }]}>
      <Section title={texts.customers.details}>
        <QueryBoundary query={attributes} skeleton="form">
          {(definitions) => <NewCustomerForm definitions={definitions} list={list} />}
        </QueryBoundary>
      </Section>
    </PageFrame>
  );
}

function NewCustomerForm({ definitions, list }: { definitions: readonly Attribute[]; list: PageUrl }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const detailSpecs = useCustomerFieldSpecs();
  const specs = useMemo(
    () => [...detailSpecs, ...buildAttributeSpecs(definitions, null)],
    [detailSpecs, definitions],
  );
  return (
    <SpecForm
      specs={specs}
      isChange={false}
      submit={texts.customers.create}
      onSubmit={(values, submitOnce) => {
        // The specs come from this operation's schema and from the custom fields' definitions.
        const body = nestAttributes(values, createIsOmitted(definitions)) as OperationBody<
          typeof operations.createCustomer
        >;
        return submitOnce(body, (idempotencyKey) => admin.customers.create({ body, idempotencyKey }));
      }}
      refresh={queriesShowingCustomers}
      onDone={({ customer }) => {
        toast.doneOrReplayed(texts.customers.created({ name: getCustomerName(customer) }), customer);
        goTo(toStorePage("/customers/$id", { id: customer.id }));
      }}
      onCancel={() => goTo(list)}
    />
  );
}
