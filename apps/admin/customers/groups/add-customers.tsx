import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import {
  Dialog,
  QueryBoundary,
  SearchBox,
  StatusBadge,
  TwoLines,
  useAction,
  useAdminConsole,
} from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../../texts.ts";
import {
  type Customer,
  getCustomerContact,
  getCustomerName,
  queriesShowingCustomers,
} from "../customer-queries.ts";
import classes from "./add-customers.module.css";
import type { CustomerGroup } from "./group-queries.ts";

interface AddCustomersProps {
  group: CustomerGroup;
  opened: boolean;
  onClose: () => void;
}

/** Show a dialog to search for customers and add them to a group one at a time. */
export function AddCustomers({ group, opened, onClose }: AddCustomersProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.customersGroups.members.add} size="lg">
      <CustomerSearch group={group} onClose={onClose} />
    </Dialog>
  );
}

function CustomerSearch({ group, onClose }: Omit<AddCustomersProps, "opened">) {
  const admin = useAdminConsole();
  const [searchText, setSearchText] = useState("");
  const customersQuery = {
    query: searchText === "" ? undefined : searchText,
    limit: 20,
    fields: "first_name,last_name,email,phone,code,groups",
  };
  const query = useQuery({
    queryKey: ["customers", "to add", customersQuery],
    queryFn: ({ signal }) => admin.customers.list({ query: customersQuery, signal }),
    placeholderData: keepPreviousData,
  });
  const { addSearch, searchHint, nothing, done } = texts.customersGroups.members;
  return (
    <Stack>
      <Group>
        <SearchBox
          label={addSearch}
          placeholder={searchHint}
          clear={texts.customersGroups.clear}
          query={searchText}
          onSearch={setSearchText}
        />
      </Group>
      <QueryBoundary query={query} skeleton="table">
        {({ customers }) =>
          customers.length === 0 ? (
            <Text role="status">{nothing}</Text>
          ) : (
            <ul className={classes["results"]}>
              {customers.map((customer) => (
                <CustomerResult key={customer.id} customer={customer} group={group} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Group justify="flex-end">
        <Button onClick={onClose}>{done}</Button>
      </Group>
    </Stack>
  );
}

function CustomerResult({ customer, group }: { customer: Customer; group: CustomerGroup }) {
  const admin = useAdminConsole();
  const words = texts.customersGroups.members;
  const name = getCustomerName(customer);
  const add = useAction({
    run: () =>
      admin.customer_groups.add_customers({
        params: { id: group.id },
        body: { customer_ids: [customer.id] },
      }),
    // The line shows that the customer was added, because a toast would cover the buttons.
    refresh: queriesShowingCustomers,
  });
  const isInGroup = customer.groups.some(({ id }) => id === group.id);
  return (
    <li className={classes["line"]}>
      <TwoLines first={name} second={getCustomerContact(customer)} />
      <span role="status">
        {isInGroup && (
          <StatusBadge tone="good">
            <VisuallyHidden>{words.added({ name })}</VisuallyHidden>
            <span aria-hidden>{words.isAdded}</span>
          </StatusBadge>
        )}
      </span>
      {!isInGroup && (
        <Button
          variant="default"
          size="compact-md"
          loading={add.isRunning}
          aria-label={words.addLabel({ name })}
          onClick={() => add.start()}
        >
          {words.addButton}
        </Button>
      )}
    </li>
  );
}
