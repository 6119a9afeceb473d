import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import {
  Answered,
  ConfirmButton,
  CopyField,
  isMissing,
  KeyValues,
  PageFrame,
  SchemaForm,
  Section,
  useAdminConsole,
  useStore,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useIdInAddress } from "../../id-in-address.ts";
import { MissingRecord } from "../../missing-record.tsx";
import { staleWithAttributes, useAttribute } from "./attribute-queries.ts";
import type { Attribute } from "./attribute-specs.ts";
import { strings } from "./strings.ts";

/** One custom field of customers: what it is called, what there is to choose, and deleting it. */
export function CustomerFieldPage() {
  const { handle } = useStore();
  const query = useAttribute(useIdInAddress());
  const attribute = query.data?.customer_attribute;
  const list = `/${handle}/settings/customer-fields`;
  return (
    <PageFrame
      title={attribute?.title ?? (isMissing(query) ? strings.missing.title : strings.loading)}
      breadcrumbs={[
        { label: strings.settings, to: `/${handle}/settings` },
        { label: strings.title, to: list },
      ]}
      {...(attribute ? { actions: <DeleteField attribute={attribute} list={list} /> } : {})}
    >
      <Answered query={query} skeleton="form" missing={<MissingRecord words={strings.missing} to={list} />}>
        {({ customer_attribute }) => <Parts key={customer_attribute.id} attribute={customer_attribute} />}
      </Answered>
    </PageFrame>
  );
}

function Parts({ attribute }: { attribute: Attribute }) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const { id, key, input_type } = attribute;
  const { title, options, is_required } = strings.fields;
  const isChoice = input_type === "select" || input_type === "multi_select";
  const choice = { label: options.label };
  return (
    <Stack gap="lg">
      <Section title={strings.details}>
        <SchemaForm
          operation={operations.updateCustomerAttribute}
          words={isChoice ? { title, options: choice, is_required } : { title, is_required }}
          initial={attribute}
          submit={strings.save}
          done={strings.saved}
          onSubmit={(body) => admin.customer_attributes.update({ params: { id }, body })}
          refresh={staleWithAttributes}
          onDone={(answer) => queries.setQueryData(["customer_attribute", id], answer)}
        />
      </Section>
      <Section title={strings.fixed}>
        <Stack gap="md">
          <CopyField label={strings.fields.key.label} value={key} />
          <KeyValues items={[[strings.fields.input_type.label, strings.inputs[input_type]]]} />
        </Stack>
      </Section>
    </Stack>
  );
}

function DeleteField({ attribute: { id, title }, list }: { attribute: Attribute; list: string }) {
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const words = strings.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title(title)}
      confirm={words.confirm}
      done={words.done(title)}
      onConfirm={() => admin.customer_attributes.delete({ params: { id } })}
      refresh={[["customer_attributes"], ["customer"]]}
      onDone={() => void navigate({ to: list, ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
