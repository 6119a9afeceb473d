import { operations } from "@souk/contract";
import { Dialog, SchemaForm, useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import { type Customer, queriesShowingCustomers } from "../customer-queries.ts";
import type { Address } from "./format-address.ts";

interface AddressFormProps {
  customer: Customer;
  /** The address to edit; null to add one. */
  address: Address | null;
  onClose: () => void;
}

interface AddressDialogProps extends AddressFormProps {
  opened: boolean;
}

/** Show the dialog that adds or edits a customer's address. */
export function AddressDialog({ opened, customer, address, onClose }: AddressDialogProps) {
  const { add, edit } = texts.customersAddresses.dialog;
  return (
    <Dialog opened={opened} onClose={onClose} title={address === null ? add : edit} size="lg">
      {address === null ? (
        <NewAddressForm customer={customer} onClose={onClose} />
      ) : (
        <EditAddressForm customer={customer} address={address} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewAddressForm({ customer, onClose }: Omit<AddressFormProps, "address">) {
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
      refresh={queriesShowingCustomers}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function EditAddressForm({ customer, address, onClose }: AddressFormProps & { address: Address }) {
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
      refresh={queriesShowingCustomers}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
