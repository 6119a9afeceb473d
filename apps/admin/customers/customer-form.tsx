import type { OperationBody, operations } from "@souk/contract";
import { Answered, type FieldSpec, Section, SpecForm, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { texts } from "../texts.ts";
import { useAllAttributes } from "./attributes/attribute-queries.ts";
import {
  type Attribute,
  attributeInitial,
  attributeSpecs,
  withAttributes,
} from "./attributes/attribute-specs.ts";
import { useCustomerSpecs } from "./customer-fields.ts";
import { type Customer, customerKey, staleWithCustomers } from "./customer-queries.ts";

interface PartProps {
  customer: Customer;
  specs: readonly FieldSpec[];
  initial: Readonly<Record<string, unknown>>;
}

/** Show some fields of a customer, saved together. Only changed fields are sent. */
function Part({ customer: { id }, specs, initial }: PartProps) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  return (
    <SpecForm
      specs={specs}
      initial={initial}
      isChange
      submit={texts.customers.save}
      done={texts.customers.saved}
      onSubmit={(values) => {
        // The fields were made from this operation's schema and from the definitions.
        const body = withAttributes(values) as OperationBody<typeof operations.updateCustomer>;
        return admin.customers.update({ params: { id }, body });
      }}
      refresh={staleWithCustomers}
      onDone={(answer) => queries.setQueryData(customerKey(id), answer)}
    />
  );
}

/** Edit the details that every customer has. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  const specs = useCustomerSpecs();
  return (
    <Section title={texts.customers.details}>
      <Part customer={customer} specs={specs} initial={customer} />
    </Section>
  );
}

/** Edit the store's custom fields of a customer; nothing if it has none, or without permission (CUS-3). */
export function CustomFields({ customer }: { customer: Customer }) {
  const query = useAllAttributes();
  const values = customer.attributes;
  if (values === undefined || query.data?.length === 0) return null;
  return (
    <Section title={texts.customersAttributes.sectionTitle}>
      <Answered query={query} skeleton="form">
        {(definitions) => <Fields customer={customer} values={values} definitions={definitions} />}
      </Answered>
    </Section>
  );
}

interface FieldsProps {
  customer: Customer;
  values: NonNullable<Customer["attributes"]>;
  definitions: readonly Attribute[];
}

function Fields({ customer, values, definitions }: FieldsProps) {
  const specs = useMemo(() => attributeSpecs(definitions, values), [definitions, values]);
  return <Part customer={customer} specs={specs} initial={attributeInitial(values)} />;
}
