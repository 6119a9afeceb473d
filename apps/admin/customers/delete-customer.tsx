import { ConfirmButton, useAdminConsole, usePageNavigation } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { type Customer, getCustomerName } from "./customer-queries.ts";

/** Show the button that deletes a customer after a confirmation, then opens the customer list. */
export function DeleteCustomer({ customer }: { customer: Customer }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const words = texts.customers.delete;
  const name = getCustomerName(customer);
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ name })}
      confirm={words.confirm}
      done={words.done({ name })}
      onConfirm={() => admin.customers.delete({ params: { id: customer.id } })}
      refresh={[["customers"], ["customer_groups"], ["tags"]]}
      // Skip the warning about unsaved changes, because the customer they belong to is deleted.
      onDone={() => goTo(toStorePage("/customers"), { ignoreBlocker: true })}
    >
      {words.text}
    </ConfirmButton>
  );
}
