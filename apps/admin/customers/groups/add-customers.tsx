import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Answered, Dialog, SearchBox, StatusBadge, TwoLines, useAction, useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { type Customer, customerContact, customerName, staleWithCustomers } from "../customer-queries.ts";
import classes from "./add-customers.module.css";
import type { CustomerGroup } from "./group-queries.ts";

interface AddCustomersProps {
  group: CustomerGroup;
  opened: boolean;
  onClose: () => void;
}

/** Find customers and add them to a group, one after another. */
export function AddCustomers({ group, opened, onClose }: AddCustomersProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.customersGroups.members.add} size="lg">
      <Finder group={group} onClose={onClose} />
    </Dialog>
  );
}

function Finder({ group, onClose }: Omit<AddCustomersProps, "opened">) {
  const admin = useAdminConsole();
  const [words, setWords] = useState("");
  const asked = { limit: 20, fields: "first_name,last_name,email,phone,code,groups" };
  const question = words === "" ? asked : { ...asked, query: words };
  const query = useQuery({
    queryKey: ["customers", "to add", question],
    queryFn: ({ signal }) => admin.customers.list({ query: question, signal }),
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
          query={words}
          onAsk={setWords}
        />
      </Group>
      <Answered query={query} skeleton="table">
        {({ customers }) =>
          customers.length === 0 ? (
            <Text role="status">{nothing}</Text>
          ) : (
            <ul className={classes["found"]}>
              {customers.map((customer) => (
                <Found key={customer.id} customer={customer} group={group} />
              ))}
            </ul>
          )
        }
      </Answered>
      <Group justify="flex-end">
        <Button onClick={onClose}>{done}</Button>
      </Group>
    </Stack>
  );
}

function Found({ customer, group }: { customer: Customer; group: CustomerGroup }) {
  const admin = useAdminConsole();
  const words = texts.customersGroups.members;
  const name = customerName(customer);
  const add = useAction({
    run: () =>
      admin.customer_groups.add_customers({
        params: { id: group.id },
        body: { customer_ids: [customer.id] },
      }),
    // The line says it, where a toast would lie over the buttons.
    refresh: staleWithCustomers,
  });
  const isIn = customer.groups.some(({ id }) => id === group.id);
  return (
    <li className={classes["line"]}>
      <TwoLines first={name} second={customerContact(customer)} />
      <span role="status">
        {isIn && (
          <StatusBadge tone="good">
            <VisuallyHidden>{words.added({ name })}</VisuallyHidden>
            <span aria-hidden>{words.isAdded}</span>
          </StatusBadge>
        )}
      </span>
      {!isIn && (
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
