import { Button, Group, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, StatusBadge, useAction, useAdminConsole, useRecordDialog } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { type Customer, queriesShowingCustomers } from "../customer-queries.ts";
import { AddressDialog } from "./address-dialog.tsx";
import classes from "./addresses.module.css";
import { type Address, formatAddressLines, getAddressName } from "./format-address.ts";

const smallButton = { size: "xs" } as const;

/** Show a customer's addresses, the default address first. */
export function AddressesSection({ customer }: { customer: Customer }) {
  const { shown, open, close } = useRecordDialog<Address | null>();
  const canWrite = usePermissions()("customers.edit");
  const addButton = canWrite && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
      {texts.customersAddresses.add}
    </Button>
  );
  const sortedAddresses = customer.addresses.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  return (
    <Section title={texts.customersAddresses.title} actions={addButton}>
      {sortedAddresses.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.customersAddresses.none}
        </Text>
      ) : (
        <ul className={classes["list"]}>
          {sortedAddresses.map((address) => (
            <AddressItem key={address.id} address={address}>
              {canWrite && <AddressActions address={address} onEdit={() => open(address)} />}
            </AddressItem>
          ))}
        </ul>
      )}
      {shown && (
        <AddressDialog opened={shown.opened} customer={customer} address={shown.record} onClose={close} />
      )}
    </Section>
  );
}

function AddressItem({ address, children }: { address: Address; children: ReactNode }) {
  const lines = formatAddressLines(address);
  return (
    <li className={classes["address"]}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={0} className={classes["lines"]}>
          {lines.length === 0 ? (
            <Text c="dimmed">{texts.customersAddresses.emptyAddress}</Text>
          ) : (
            lines.map((line) => <span key={line}>{line}</span>)
          )}
        </Stack>
        {address.is_default && <StatusBadge tone="info">{texts.customersAddresses.isDefault}</StatusBadge>}
      </Group>
      {children}
    </li>
  );
}

/** Show the buttons that edit, set as default and delete an address. */
function AddressActions({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const admin = useAdminConsole();
  const name = getAddressName(address);
  const params = { customer_id: address.customer_id, id: address.id };
  return (
    <Group gap="xs" mt="xs">
      <Button
        variant="default"
        size="xs"
        aria-label={texts.customersAddresses.editLabel({ line: name })}
        onClick={onEdit}
      >
        {texts.customersAddresses.edit}
      </Button>
      {!address.is_default && <SetDefaultButton address={address} />}
      <ConfirmButton
        danger
        label={texts.customersAddresses.remove}
        accessibleName={texts.customersAddresses.removeLabel({ line: name })}
        button={smallButton}
        title={texts.customersAddresses.removeTitle}
        confirm={texts.customersAddresses.remove}
        done={texts.customersAddresses.removed}
        onConfirm={() => admin.customer_addresses.delete({ params })}
        refresh={queriesShowingCustomers}
      >
        {texts.customersAddresses.removeText({ line: name })}
      </ConfirmButton>
    </Group>
  );
}

function SetDefaultButton({ address }: { address: Address }) {
  const admin = useAdminConsole();
  const action = useAction({
    run: () =>
      admin.customer_addresses.set_default({
        params: { customer_id: address.customer_id, id: address.id },
      }),
    done: texts.customersAddresses.madeDefault,
    refresh: queriesShowingCustomers,
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={texts.customersAddresses.makeDefaultLabel({ line: getAddressName(address) })}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {texts.customersAddresses.makeDefault}
    </Button>
  );
}
