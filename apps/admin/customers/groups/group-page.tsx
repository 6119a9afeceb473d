import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import {
  Answered,
  ConfirmButton,
  isMissing,
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
import { staleWithCustomers } from "../customer-queries.ts";
import { strings as customers } from "../strings.ts";
import { GroupMembers } from "./group-members.tsx";
import { type CustomerGroup, groupKey, useGroup } from "./group-queries.ts";
import { strings } from "./strings.ts";

/** One group: who is in it, what it is called, and deleting it. */
export function CustomerGroupPage() {
  const { handle } = useStore();
  const query = useGroup(useIdInAddress());
  const group = query.data?.customer_group;
  const list = `/${handle}/customers/groups`;
  return (
    <PageFrame
      wide
      title={group?.name ?? (isMissing(query) ? strings.missing.title : strings.loading)}
      breadcrumbs={[
        { label: customers.title, to: `/${handle}/customers` },
        { label: strings.title, to: list },
      ]}
      {...(group ? { actions: <DeleteGroup group={group} list={list} /> } : {})}
    >
      <Answered query={query} skeleton="table" missing={<MissingRecord words={strings.missing} to={list} />}>
        {({ customer_group }) => (
          <Stack gap="lg" key={customer_group.id}>
            <GroupMembers group={customer_group} />
            <Section title={strings.details}>
              <GroupForm group={customer_group} />
            </Section>
          </Stack>
        )}
      </Answered>
    </PageFrame>
  );
}

function GroupForm({ group }: { group: CustomerGroup }) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const { id } = group;
  return (
    <SchemaForm
      operation={operations.updateCustomerGroup}
      words={strings.fields}
      initial={group}
      submit={strings.save}
      done={strings.saved}
      onSubmit={(body) => admin.customer_groups.update({ params: { id }, body })}
      refresh={staleWithCustomers}
      onDone={(answer) => queries.setQueryData(groupKey(id), answer)}
    />
  );
}

function DeleteGroup({ group: { id, name }, list }: { group: CustomerGroup; list: string }) {
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const words = strings.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title(name)}
      confirm={words.confirm}
      done={words.done(name)}
      onConfirm={() => admin.customer_groups.delete({ params: { id } })}
      refresh={[["customer_groups"], ["customers"], ["customer"]]}
      onDone={() => void navigate({ to: list, ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
