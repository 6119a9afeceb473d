import { operations } from "@souk/contract";
import { Dialog, SchemaForm, useAdminConsole } from "@souk/ui";
import { type Customer, staleWithCustomers } from "../customer-queries.ts";
import type { Address } from "./address-words.ts";
import { strings } from "./strings.ts";

interface AddressFormProps {
  customer: Customer;
  /** Null: a new one. */
  address: Address | null;
  onClose: () => void;
}

interface AddressDialogProps extends AddressFormProps {
  opened: boolean;
}

/** Adds an address, or changes one. */
export function AddressDialog({ opened, customer, address, onClose }: AddressDialogProps) {
  const { add, edit } = strings.dialog;
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
      words={strings.fields}
      initial={{ first_name, last_name, country_code }}
      submit={strings.add}
      done={strings.added}
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
      words={strings.fields}
      initial={address}
      submit={strings.save}
      done={strings.saved}
      onSubmit={(body) => admin.customer_addresses.update({ params, body })}
      refresh={staleWithCustomers}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
