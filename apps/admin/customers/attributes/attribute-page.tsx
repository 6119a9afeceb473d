import { Stack } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import { operations } from "@souk/contract";
import {
  ConfirmButton,
  CopyField,
  isMissing,
  KeyValues,
  PageFrame,
  QueryBoundary,
  SchemaForm,
  Section,
  useAdminConsole,
  usePageNavigation,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { EditGate } from "../../edit-gate.tsx";
import { MissingRecord } from "../../missing-record.tsx";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { useIdFromUrl } from "../../use-id-from-url.ts";
import { usePermissions } from "../../use-permissions.ts";
import { queriesShowingAttributes, useAttribute } from "./attribute-queries.ts";
import type { Attribute } from "./attribute-specs.ts";

/**
 * Show the form for the name, options and rule of a custom field for customers, and the button that deletes the field. The
 * API calls such a field a customer attribute.
 */
export function CustomerFieldPage() {
  const query = useAttribute(useIdFromUrl());
  const attribute = query.data?.customer_attribute;
  const listPage = toStorePage("/settings/customer-fields");
  return (
    <PageFrame
      title={
        attribute?.title ??
        (isMissing(query) ? texts.customersAttributes.missing.title : texts.customersAttributes.loading)
      }
      breadcrumbs={[
        { label: texts.customersAttributes.settings, to: toStorePage("/settings") },
        { label: texts.customersAttributes.title, to: listPage },
      ]}
      {...(attribute ? { actions: <DeleteField attribute={attribute} listPage={listPage} /> } : {})}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.customersAttributes.missing} to={listPage} />}
      >
        {({ customer_attribute }) => (
          <CustomerFieldSections key={customer_attribute.id} attribute={customer_attribute} />
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function CustomerFieldSections({ attribute }: { attribute: Attribute }) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const { id, key, input_type } = attribute;
  const { title, options, is_required } = texts.customersAttributes.fields;
  const isChoice = input_type === "select" || input_type === "multi_select";
  // Leave out the help text. It explains which types have options, so only the form for new fields needs it.
  const optionsWords = { label: options.label };
  return (
    <Stack gap="lg">
      <EditGate requiredRight="customer_attributes.edit">
        <Section title={texts.customersAttributes.details}>
          <SchemaForm
            operation={operations.updateCustomerAttribute}
            words={isChoice ? { title, options: optionsWords, is_required } : { title, is_required }}
            initial={attribute}
            submit={texts.customersAttributes.save}
            done={texts.customersAttributes.saved}
            onSubmit={(body) => admin.customer_attributes.update({ params: { id }, body })}
            refresh={queriesShowingAttributes}
            onDone={(response) => queryClient.setQueryData(["customer_attribute", id], response)}
          />
        </Section>
      </EditGate>
      <Section title={texts.customersAttributes.fixed}>
        <Stack gap="md">
          <CopyField label={texts.customersAttributes.fields.key.label} value={key} />
          <KeyValues
            items={[
              [
                texts.customersAttributes.fields.input_type.label,
                texts.customersAttributes.inputs[input_type],
              ],
            ]}
          />
        </Stack>
      </Section>
    </Stack>
  );
}

function DeleteField({ attribute: { id, title }, listPage }: { attribute: Attribute; listPage: PageUrl }) {
  const canEdit = usePermissions()("customer_attributes.edit");
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const words = texts.customersAttributes.delete;
  if (!canEdit) return null;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ title })}
      confirm={words.confirm}
      done={words.done({ title })}
      onConfirm={() => admin.customer_attributes.delete({ params: { id } })}
      refresh={[["customer_attributes"], ["customer"]]}
      onDone={() => goTo(listPage, { ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
