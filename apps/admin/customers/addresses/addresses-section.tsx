import { Button, Group, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, StatusBadge, useAction, useAdminConsole, useWindow } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { texts } from "../../texts.ts";
import { useMay } from "../../use-may.ts";
import { type Customer, staleWithCustomers } from "../customer-queries.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { type Address, addressLines, addressName } from "./address-words.ts";
import classes from "./addresses.module.css";

const small = { size: "xs" } as const;

/** Show the addresses of a customer, the default one first. */
export function AddressesSection({ customer }: { customer: Customer }) {
  const { shown, open, close } = useWindow<Address | null>();
  const mayWrite = useMay()("write_customers");
  const add = mayWrite && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
      {texts.customersAddresses.add}
    </Button>
  );
  const sorted = customer.addresses.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  return (
    <Section title={texts.customersAddresses.title} actions={add}>
      {sorted.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.customersAddresses.none}
        </Text>
      ) : (
        <ul className={classes["list"]}>
          {sorted.map((address) => (
            <OneAddress key={address.id} address={address}>
              {mayWrite && <Changes address={address} onEdit={() => open(address)} />}
            </OneAddress>
          ))}
        </ul>
      )}
      {shown && (
        <AddressDialog opened={shown.opened} customer={customer} address={shown.about} onClose={close} />
      )}
    </Section>
  );
}

function OneAddress({ address, children }: { address: Address; children: ReactNode }) {
  const lines = addressLines(address);
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

/** Show the actions for an address. */
function Changes({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const admin = useAdminConsole();
  const name = addressName(address);
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
      {!address.is_default && <MakeDefault address={address} />}
      <ConfirmButton
        danger
        label={texts.customersAddresses.remove}
        spoken={texts.customersAddresses.removeLabel({ line: name })}
        button={small}
        title={texts.customersAddresses.removeTitle}
        confirm={texts.customersAddresses.remove}
        done={texts.customersAddresses.removed}
        onConfirm={() => admin.customer_addresses.delete({ params })}
        refresh={staleWithCustomers}
      >
        {texts.customersAddresses.removeText({ line: name })}
      </ConfirmButton>
    </Group>
  );
}

function MakeDefault({ address }: { address: Address }) {
  const admin = useAdminConsole();
  const action = useAction({
    run: () =>
      admin.customer_addresses.set_default({
        params: { customer_id: address.customer_id, id: address.id },
      }),
    done: texts.customersAddresses.madeDefault,
    refresh: staleWithCustomers,
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={texts.customersAddresses.makeDefaultLabel({ line: addressName(address) })}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {texts.customersAddresses.makeDefault}
    </Button>
  );
}
