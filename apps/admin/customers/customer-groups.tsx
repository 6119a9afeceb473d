import { ActionIcon, Anchor, Group, Select, Stack, Text } from "@mantine/core";
import { PageLink, QueryBoundary, Section, scrollingListProps, useAction, useAdminConsole } from "@souk/ui";
import { IconX } from "@tabler/icons-react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { type Customer, queriesShowingCustomers } from "./customer-queries.ts";
import { type CustomerGroup, useAllGroups } from "./groups/group-queries.ts";

type GroupOfCustomer = Customer["groups"][number];

/** Show the groups of a customer. Adding or removing a group is saved immediately. */
export function CustomerGroups({ customer }: { customer: Customer }) {
  const query = useAllGroups();
  const words = texts.customers.membership;
  const canWrite = usePermissions()("customers.edit");
  return (
    <Section title={words.title}>
      <Stack gap="sm">
        {customer.groups.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.none}
          </Text>
        ) : (
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none" }}>
            {customer.groups.map((group) => (
              <GroupLine key={group.id} customer={customer} group={group} />
            ))}
          </Stack>
        )}
        {canWrite && (
          <QueryBoundary query={query}>
            {(groups) => <AddToGroup customer={customer} groups={groups} />}
          </QueryBoundary>
        )}
      </Stack>
    </Section>
  );
}

function GroupLine({ customer, group: { id, name } }: { customer: Customer; group: GroupOfCustomer }) {
  const admin = useAdminConsole();
  const words = texts.customers.membership;
  const canWrite = usePermissions()("customers.edit");
  const remove = useAction({
    run: () =>
      admin.customer_groups.remove_customers({ params: { id }, body: { customer_ids: [customer.id] } }),
    done: words.removed({ group: name }),
    refresh: queriesShowingCustomers,
  });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Anchor
        component={PageLink}
        to={toStorePage("/customers/groups/$id", { id })}
        style={{ overflowWrap: "anywhere" }}
      >
        {name}
      </Anchor>
      {canWrite && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.removeLabel({ group: name })}
          loading={remove.isRunning}
          onClick={() => remove.start()}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

function AddToGroup({ customer, groups }: { customer: Customer; groups: readonly CustomerGroup[] }) {
  const admin = useAdminConsole();
  const words = texts.customers.membership;
  const add = useAction<CustomerGroup>({
    run: ({ id }) =>
      admin.customer_groups.add_customers({ params: { id }, body: { customer_ids: [customer.id] } }),
    done: (_response, { name }) => words.added({ group: name }),
    refresh: queriesShowingCustomers,
  });
  if (groups.length === 0)
    return (
      <Text size="sm">
        {words.noGroups}{" "}
        <Anchor component={PageLink} inherit to={toStorePage("/customers/groups/new")}>
          {words.toGroups}
        </Anchor>
      </Text>
    );
  const availableGroups = groups.filter(({ id }) => !customer.groups.some((group) => group.id === id));
  if (availableGroups.length === 0) return null;
  return (
    <Select
      label={words.add}
      placeholder={words.choose}
      searchable
      value={null}
      data={availableGroups.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(selectedId) => {
        const group = availableGroups.find(({ id }) => String(id) === selectedId);
        if (group) add.start(group);
      }}
      nothingFoundMessage={words.nothing}
      {...scrollingListProps}
    />
  );
}
