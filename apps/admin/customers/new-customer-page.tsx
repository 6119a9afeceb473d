import type { OperationBody, operations, PageAddress } from "@souk/contract";
import { Answered, PageFrame, Section, SpecForm, toast, useAdminConsole, usePageNavigation } from "@souk/ui";
import { useMemo } from "react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useAllAttributes } from "./attributes/attribute-queries.ts";
import { type Attribute, attributeSpecs, saysNothing, withAttributes } from "./attributes/attribute-specs.ts";
import { useCustomerSpecs } from "./customer-fields.ts";
import { customerName, staleWithCustomers } from "./customer-queries.ts";

/** Create a customer with the fields that the store requires, then open their page. */
export function NewCustomerPage() {
  const attributes = useAllAttributes();
  const list = toStorePage("/customers");
  return (
    <PageFrame title={texts.customers.new} breadcrumbs={[{ label: texts.customers.title, to: list }]}>
      <Section title={texts.customers.details}>
        <Answered query={attributes} skeleton="form">
          {(definitions) => <Form definitions={definitions} list={list} />}
        </Answered>
      </Section>
    </PageFrame>
  );
}

function Form({ definitions, list }: { definitions: readonly Attribute[]; list: PageAddress }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const details = useCustomerSpecs();
  const specs = useMemo(() => [...details, ...attributeSpecs(definitions, null)], [details, definitions]);
  return (
    <SpecForm
      specs={specs}
      isChange={false}
      submit={texts.customers.create}
      onSubmit={(values, once) => {
        // The fields were made from this operation's schema and from the definitions.
        const body = withAttributes(values, saysNothing(definitions)) as OperationBody<
          typeof operations.createCustomer
        >;
        return once(body, (idempotencyKey) => admin.customers.create({ body, idempotencyKey }));
      }}
      refresh={staleWithCustomers}
      onDone={({ customer }) => {
        toast.carriedOut(texts.customers.created({ name: customerName(customer) }), customer);
        goTo(toStorePage("/customers/$id", { id: customer.id }));
      }}
      onCancel={() => goTo(list)}
    />
  );
}
