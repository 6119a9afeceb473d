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
  createOmissionRule,
  nestAttributes,
} from "./attributes/attribute-specs.ts";
import { getCustomerName, queriesShowingCustomers } from "./customer-queries.ts";
import { useCustomerFieldSpecs } from "./use-customer-field-specs.ts";

/** Show the form that creates a customer, including the store's custom fields, and then opens the customer's page. */
export function NewCustomerPage() {
  const attributes = useAllAttributes();
  const listPage = toStorePage("/customers");
  return (
    <PageFrame title={texts.customers.new} breadcrumbs={[{ label: texts.customers.title, to: listPage }]}>
      <Section title={texts.customers.details}>
        <QueryBoundary query={attributes} skeleton="form">
          {(definitions) => <NewCustomerForm definitions={definitions} listPage={listPage} />}
        </QueryBoundary>
      </Section>
    </PageFrame>
  );
}

function NewCustomerForm({
  definitions,
  listPage,
}: {
  definitions: readonly Attribute[];
  listPage: PageUrl;
}) {
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
      isEdit={false}
      submit={texts.customers.create}
      onSubmit={(values, submitOnce) => {
        // The values have this type, because the specs come from the operation's schema and the custom fields' definitions.
        const body = nestAttributes(values, createOmissionRule(definitions)) as OperationBody<
          typeof operations.createCustomer
        >;
        return submitOnce(body, (idempotencyKey) => admin.customers.create({ body, idempotencyKey }));
      }}
      refresh={queriesShowingCustomers}
      onDone={({ customer }) => {
        toast.doneOrReplayed(texts.customers.created({ name: getCustomerName(customer) }), customer);
        goTo(toStorePage("/customers/$id", { id: customer.id }));
      }}
      onCancel={() => goTo(listPage)}
    />
  );
}
