import { Button, Group } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  type List,
  ListSearch,
  NoRecords,
  Section,
  Timestamp,
  TwoLines,
  useAction,
  useAdminConsole,
  useFocusFallback,
  useList,
} from "@souk/ui";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import {
  type Customer,
  getCustomerContact,
  getCustomerName,
  queriesShowingCustomers,
} from "../customer-queries.ts";
import { AddCustomers } from "./add-customers.tsx";
import type { CustomerGroup } from "./group-queries.ts";

const membersList = defineList(operations.listGroupCustomers.query, {
  filters: { query: "query" },
  limit: 50,
});

function useGroupCustomers(id: number, listQuery: List<typeof membersList>["query"]) {
  const admin = useAdminConsole();
  const query = { ...listQuery, sort: "name.asc" } as const;
  return useQuery({
    queryKey: ["customers", "in group", id, query],
    queryFn: ({ signal }) => admin.customer_groups.list_customers({ params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the customers in a group, and let people search, add and remove them. */
export function GroupMembers({ group }: { group: CustomerGroup }) {
  const list = useList(membersList);
  const query = useGroupCustomers(group.id, list.query);
  const [isAdding, setAdding] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  // If the focused Remove button disappears with its customer, move the focus to the region.
  useFocusFallback(region, String(query.dataUpdatedAt));
  const words = texts.customersGroups.members;
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Section title={words.title} actions={addButton}>
      <div ref={region} tabIndex={-1}>
        <Group mb="md">
          <ListSearch list={list} name="query" words={{ ...words, clear: texts.customersGroups.clear }} />
        </Group>
        <DataTable
          label={words.title}
          query={query}
          rows={({ customers }) => customers}
          getKey={({ id }) => id}
          getLink={({ id }) => toStorePage("/customers/$id", { id })}
          onPage={list.goToPage}
          empty={
            <NoRecords
              isFiltered={list.isFiltered}
              onShowAll={list.clearFilters}
              icon={IconUsers}
              words={words}
            />
          }
          columns={[
            {
              id: "customer",
              header: words.columns.customer,
              cell: (customer) => (
                <TwoLines first={getCustomerName(customer)} second={getCustomerContact(customer)} />
              ),
            },
            {
              id: "since",
              header: words.columns.since,
              cell: ({ created_at }) => <Timestamp at={created_at} />,
            },
            {
              id: "actions",
              header: words.columns.actions,
              align: "end",
              cell: (customer) => <RemoveButton group={group} customer={customer} />,
            },
          ]}
        />
      </div>
      <AddCustomers group={group} opened={isAdding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function RemoveButton({ group, customer }: { group: CustomerGroup; customer: Customer }) {
  const admin = useAdminConsole();
  const words = texts.customersGroups.members;
  const name = getCustomerName(customer);
  const action = useAction({
    run: () =>
      admin.customer_groups.remove_customers({
        params: { id: group.id },
        body: { customer_ids: [customer.id] },
      }),
    done: words.removed({ name }),
    refresh: queriesShowingCustomers,
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={words.removeLabel({ name })}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {words.remove}
    </Button>
  );
}
