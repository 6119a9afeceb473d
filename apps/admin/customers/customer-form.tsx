import type { OperationBody, operations } from "@souk/contract";
import { type FieldSpec, QueryBoundary, Section, SpecForm, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { texts } from "../texts.ts";
import { useAllAttributes } from "./attributes/attribute-queries.ts";
import {
  type Attribute,
  buildAttributeSpecs,
  nestAttributes,
  toAttributeFormValues,
} from "./attributes/attribute-specs.ts";
import { type Customer, customerKey, queriesShowingCustomers } from "./customer-queries.ts";
import { useCustomerFieldSpecs } from "./use-customer-field-specs.ts";

interface FieldsFormProps {
  customer: Customer;
  specs: readonly FieldSpec[];
  initial: Readonly<Record<string, unknown>>;
}

/** Show a form for some of a customer's fields. Saving it sends only the changed fields. */
function FieldsForm({ customer: { id }, specs, initial }: FieldsFormProps) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  return (
    <SpecForm
      specs={specs}
      initial={initial}
      isEdit
      submit={texts.customers.save}
      done={texts.customers.saved}
      onSubmit={(values) => {
        // The values have this type, because the specs come from the operation's schema and the custom fields' definitions.
        const body = nestAttributes(values) as OperationBody<typeof operations.updateCustomer>;
        return admin.customers.update({ params: { id }, body });
      }}
      refresh={queriesShowingCustomers}
      onDone={(response) => queryClient.setQueryData(customerKey(id), response)}
    />
  );
}

/** Show the form for a customer's standard details, which are all fields except the store's custom fields. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  const specs = useCustomerFieldSpecs();
  return (
    <Section title={texts.customers.details}>
      <FieldsForm customer={customer} specs={specs} initial={customer} />
    </Section>
  );
}

/**
 * Show the form for a customer's custom fields. Show nothing if the store has no custom fields, or if the person may not
 * read them (CUS-3).
 */
export function CustomFields({ customer }: { customer: Customer }) {
  const query = useAllAttributes();
  const values = customer.attributes;
  if (values === undefined || query.data?.length === 0) return null;
  return (
    <Section title={texts.customersAttributes.sectionTitle}>
      <QueryBoundary query={query} skeleton="form">
        {(definitions) => <CustomFieldsForm customer={customer} values={values} definitions={definitions} />}
      </QueryBoundary>
    </Section>
  );
}

interface CustomFieldsFormProps {
  customer: Customer;
  values: NonNullable<Customer["attributes"]>;
  definitions: readonly Attribute[];
}

function CustomFieldsForm({ customer, values, definitions }: CustomFieldsFormProps) {
  const specs = useMemo(() => buildAttributeSpecs(definitions, values), [definitions, values]);
  return <FieldsForm customer={customer} specs={specs} initial={toAttributeFormValues(values)} />;
}
