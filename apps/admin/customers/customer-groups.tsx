import { ActionIcon, Anchor, Group, Select, Stack, Text } from "@mantine/core";
import { Answered, AppLink, Section, scrollingLines, useAction, useAdminConsole } from "@souk/ui";
import { IconX } from "@tabler/icons-react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import { type Customer, staleWithCustomers } from "./customer-queries.ts";
import { type CustomerGroup, useAllGroups } from "./groups/group-queries.ts";

type MemberGroup = Customer["groups"][number];

/** Show the groups of a customer; adding and removing take effect at once. */
export function CustomerGroups({ customer }: { customer: Customer }) {
  const query = useAllGroups();
  const words = texts.customers.membership;
  const mayWrite = useMay()("write_customers");
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
              <Line key={group.id} customer={customer} group={group} />
            ))}
          </Stack>
        )}
        {mayWrite && (
          <Answered query={query}>{(groups) => <Add customer={customer} groups={groups} />}</Answered>
        )}
      </Stack>
    </Section>
  );
}

function Line({ customer, group: { id, name } }: { customer: Customer; group: MemberGroup }) {
  const admin = useAdminConsole();
  const words = texts.customers.membership;
  const mayWrite = useMay()("write_customers");
  const leave = useAction({
    run: () =>
      admin.customer_groups.remove_customers({ params: { id }, body: { customer_ids: [customer.id] } }),
    done: words.removed({ group: name }),
    refresh: staleWithCustomers,
  });
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Anchor
        component={AppLink}
        to={toStorePage("/customers/groups/$id", { id })}
        style={{ overflowWrap: "anywhere" }}
      >
        {name}
      </Anchor>
      {mayWrite && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.removeLabel({ group: name })}
          loading={leave.isRunning}
          onClick={() => leave.start()}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

function Add({ customer, groups }: { customer: Customer; groups: readonly CustomerGroup[] }) {
  const admin = useAdminConsole();
  const words = texts.customers.membership;
  const add = useAction<CustomerGroup>({
    run: ({ id }) =>
      admin.customer_groups.add_customers({ params: { id }, body: { customer_ids: [customer.id] } }),
    done: (_answer, { name }) => words.added({ group: name }),
    refresh: staleWithCustomers,
  });
  if (groups.length === 0)
    return (
      <Text size="sm">
        {words.noGroups}{" "}
        <Anchor component={AppLink} inherit to={toStorePage("/customers/groups/new")}>
          {words.toGroups}
        </Anchor>
      </Text>
    );
  const others = groups.filter(({ id }) => !customer.groups.some((group) => group.id === id));
  if (others.length === 0) return null;
  return (
    <Select
      label={words.add}
      placeholder={words.choose}
      searchable
      value={null}
      data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(chosen) => {
        const group = others.find(({ id }) => String(id) === chosen);
        if (group) add.start(group);
      }}
      nothingFoundMessage={words.nothing}
      {...scrollingLines}
    />
  );
}
