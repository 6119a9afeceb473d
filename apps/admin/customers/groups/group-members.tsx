import { Button, Group } from "@mantine/core";
import {
  DataTable,
  NoRecords,
  SearchBox,
  Section,
  Timestamp,
  TwoLines,
  useAction,
  useAdminConsole,
  useKeptFocus,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Customer, customerContact, customerName, staleWithCustomers } from "../customer-queries.ts";
import { AddCustomers } from "./add-customers.tsx";
import type { CustomerGroup } from "./group-queries.ts";
import { strings } from "./strings.ts";

function useGroupCustomers(id: number, query: string, page: number) {
  const admin = useAdminConsole();
  const sort = "name.asc";
  const asked = { page, limit: 50, sort, ...(query === "" ? {} : { query }) } as const;
  return useQuery({
    queryKey: ["customers", "in group", id, asked],
    queryFn: ({ signal }) => admin.customer_groups.list_customers({ params: { id }, query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The customers in a group: found, put in and taken out. */
export function GroupMembers({ group }: { group: CustomerGroup }) {
  const { handle } = useStore();
  const { page, at, go } = usePlace(["query"]);
  const query = useGroupCustomers(group.id, at.query, page);
  const [isAdding, setAdding] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, String(query.dataUpdatedAt));
  const words = strings.members;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Section title={words.title} actions={add}>
      <div ref={region} tabIndex={-1}>
        <Group mb="md">
          <SearchBox
            label={words.search}
            placeholder={words.searchHint}
            clear={strings.clear}
            query={at.query}
            onAsk={(text, how) => go({ query: text }, how)}
          />
        </Group>
        <DataTable
          label={words.title}
          query={query}
          rows={({ customers }) => customers}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/${handle}/customers/${id}`}
          onPage={(next, how) => go({ page: next }, how)}
          empty={
            <NoRecords
              isNarrowed={at.query !== ""}
              onShowAll={() => go({ query: "" })}
              icon={IconUsers}
              words={words}
            />
          }
          columns={[
            {
              id: "customer",
              header: words.columns.customer,
              cell: (customer) => (
                <TwoLines first={customerName(customer)} second={customerContact(customer)} />
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
              cell: (customer) => <TakeOut group={group} customer={customer} />,
            },
          ]}
        />
      </div>
      <AddCustomers group={group} opened={isAdding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function TakeOut({ group, customer }: { group: CustomerGroup; customer: Customer }) {
  const admin = useAdminConsole();
  const words = strings.members;
  const name = customerName(customer);
  const action = useAction({
    run: () =>
      admin.customer_groups.remove_customers({
        params: { id: group.id },
        body: { customer_ids: [customer.id] },
      }),
    done: words.removed(name),
    refresh: staleWithCustomers,
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={words.removeOf(name)}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {words.remove}
    </Button>
  );
}
