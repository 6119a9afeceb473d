import type { BodyOf, operations } from "@souk/contract";
import { Answered, PageFrame, Section, SpecForm, toast, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useAllAttributes } from "./attributes/attribute-queries.ts";
import { type Attribute, attributeSpecs, saysNothing, withAttributes } from "./attributes/attribute-specs.ts";
import { useCustomerSpecs } from "./customer-fields.ts";
import { customerName, staleWithCustomers } from "./customer-queries.ts";
import { strings } from "./strings.ts";

/** Writes a customer down, with what the shop asks of each, then leads to them. */
export function NewCustomerPage() {
  const { handle } = useStore();
  const attributes = useAllAttributes();
  const list = `/${handle}/customers`;
  return (
    <PageFrame title={strings.new} breadcrumbs={[{ label: strings.title, to: list }]}>
      <Section title={strings.details}>
        <Answered query={attributes} skeleton="form">
          {(definitions) => <Form definitions={definitions} list={list} />}
        </Answered>
      </Section>
    </PageFrame>
  );
}

function Form({ definitions, list }: { definitions: readonly Attribute[]; list: string }) {
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const details = useCustomerSpecs();
  const specs = useMemo(() => [...details, ...attributeSpecs(definitions, null)], [details, definitions]);
  return (
    <SpecForm
      specs={specs}
      isChange={false}
      submit={strings.create}
      onSubmit={(values, once) => {
        // The fields were made from this operation's schema and from the definitions.
        const body = withAttributes(values, saysNothing(definitions)) as BodyOf<
          typeof operations.createCustomer
        >;
        return once(body, (idempotencyKey) => admin.customers.create({ body, idempotencyKey }));
      }}
      refresh={staleWithCustomers}
      onDone={({ customer }) => {
        toast.carriedOut(strings.created(customerName(customer)), customer);
        void navigate({ to: `${list}/${customer.id}` });
      }}
      onCancel={() => void navigate({ to: list })}
    />
  );
}
