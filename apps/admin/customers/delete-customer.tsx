import { ConfirmButton, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { type Customer, customerName } from "./customer-queries.ts";

/** Delete a customer, after a confirmation. */
export function DeleteCustomer({ customer }: { customer: Customer }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const words = texts.customers.delete;
  const name = customerName(customer);
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ name })}
      confirm={words.confirm}
      done={words.done({ name })}
      onConfirm={() => admin.customers.delete({ params: { id: customer.id } })}
      refresh={[["customers"], ["customer_groups"], ["tags"]]}
      // What was not saved is gone with it: nothing is asked about it.
      onDone={() => goTo(toStorePage("/customers"), { ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
