import { ConfirmButton, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { type Customer, customerName } from "./customer-queries.ts";
import { strings } from "./strings.ts";

/** Deletes a customer, after asking. */
export function DeleteCustomer({ customer }: { customer: Customer }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const words = strings.delete;
  const name = customerName(customer);
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title(name)}
      confirm={words.confirm}
      done={words.done(name)}
      onConfirm={() => admin.customers.delete({ params: { id: customer.id } })}
      refresh={[["customers"], ["customer_groups"], ["tags"]]}
      // What was not saved is gone with it: nothing is asked about it.
      onDone={() => void navigate({ to: `/${handle}/customers`, ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
