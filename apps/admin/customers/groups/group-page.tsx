import { Stack } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import { operations } from "@souk/contract";
import {
  ConfirmButton,
  isMissing,
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
import { queriesShowingCustomers } from "../customer-queries.ts";
import { groupFieldWords } from "./group-fields.ts";
import { GroupMembers } from "./group-members.tsx";
import { type CustomerGroup, groupKey, useGroup } from "./group-queries.ts";

/** Show a customer group: its customers, the form for its details, and the button that deletes it. */
export function CustomerGroupPage() {
  const query = useGroup(useIdFromUrl());
  const group = query.data?.customer_group;
  const listPage = toStorePage("/customers/groups");
  return (
    <PageFrame
      wide
      title={
        group?.name ??
        (isMissing(query) ? texts.customersGroups.missing.title : texts.customersGroups.loading)
      }
      breadcrumbs={[
        { label: texts.customers.title, to: toStorePage("/customers") },
        { label: texts.customersGroups.title, to: listPage },
      ]}
      {...(group ? { actions: <DeleteGroup group={group} listPage={listPage} /> } : {})}
    >
      <QueryBoundary
        query={query}
        skeleton="table"
        notFound={<MissingRecord words={texts.customersGroups.missing} to={listPage} />}
      >
        {({ customer_group }) => (
          <EditGate requiredRight="customers.edit">
            <Stack gap="lg" key={customer_group.id}>
              <GroupMembers group={customer_group} />
              <Section title={texts.customersGroups.details}>
                <GroupForm group={customer_group} />
              </Section>
            </Stack>
          </EditGate>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function GroupForm({ group }: { group: CustomerGroup }) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const { id } = group;
  return (
    <SchemaForm
      operation={operations.updateCustomerGroup}
      words={groupFieldWords}
      initial={group}
      submit={texts.customersGroups.save}
      done={texts.customersGroups.saved}
      onSubmit={(body) => admin.customer_groups.update({ params: { id }, body })}
      refresh={queriesShowingCustomers}
      onDone={(response) => queryClient.setQueryData(groupKey(id), response)}
    />
  );
}

function DeleteGroup({ group: { id, name }, listPage }: { group: CustomerGroup; listPage: PageUrl }) {
  const canEdit = usePermissions()("customers.edit");
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const words = texts.customersGroups.delete;
  if (!canEdit) return null;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ name })}
      confirm={words.confirm}
      done={words.done({ name })}
      onConfirm={() => admin.customer_groups.delete({ params: { id } })}
      refresh={[["customer_groups"], ["customers"], ["customer"]]}
      onDone={() => goTo(listPage, { ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
