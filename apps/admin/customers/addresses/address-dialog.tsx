import { operations } from "@souk/contract";
import { Dialog, SchemaForm, useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import { type Customer, staleWithCustomers } from "../customer-queries.ts";
import type { Address } from "./address-words.ts";

interface AddressFormProps {
  customer: Customer;
  /** The address to change; null for a new one. */
  address: Address | null;
  onClose: () => void;
}

interface AddressDialogProps extends AddressFormProps {
  opened: boolean;
}

/** Add or change an address. */
export function AddressDialog({ opened, customer, address, onClose }: AddressDialogProps) {
  const { add, edit } = texts.customersAddresses.dialog;
  return (
    <Dialog opened={opened} onClose={onClose} title={address === null ? add : edit} size="lg">
      {address === null ? (
        <NewAddress customer={customer} onClose={onClose} />
      ) : (
        <ChangedAddress customer={customer} address={address} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewAddress({ customer, onClose }: Omit<AddressFormProps, "address">) {
  const admin = useAdminConsole();
  const { id, first_name, last_name, country_code } = customer;
  return (
    <SchemaForm
      operation={operations.createCustomerAddress}
      words={texts.customersAddresses.fields}
      initial={{ first_name, last_name, country_code }}
      submit={texts.customersAddresses.add}
      done={texts.customersAddresses.added}
      onSubmit={(body, idempotencyKey) =>
        admin.customer_addresses.create({ params: { customer_id: id }, body, idempotencyKey })
      }
      refresh={staleWithCustomers}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function ChangedAddress({ customer, address, onClose }: AddressFormProps & { address: Address }) {
  const admin = useAdminConsole();
  const params = { customer_id: customer.id, id: address.id };
  return (
    <SchemaForm
      operation={operations.updateCustomerAddress}
      words={texts.customersAddresses.fields}
      initial={address}
      submit={texts.customersAddresses.save}
      done={texts.customersAddresses.saved}
      onSubmit={(body) => admin.customer_addresses.update({ params, body })}
      refresh={staleWithCustomers}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
