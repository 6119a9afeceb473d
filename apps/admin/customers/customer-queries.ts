import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts.ts";

export type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

export const customerKey = (id: number) => ["customer", id] as const;

/** Load a customer by id. */
export function useCustomer(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: customerKey(id),
    queryFn: ({ signal }) => admin.customers.get({ params: { id }, signal }),
  });
}

/** The key prefixes of all queries to refetch after a customer changes. */
export const queriesShowingCustomers = [
  ["customers"],
  ["customer"],
  ["customer_groups"],
  ["customer_group"],
  ["tags"],
] as const;

type CustomerIdentity = Pick<Customer, "id" | "first_name" | "last_name" | "email" | "phone" | "code">;

/** Return a customer's name; if it is empty, the first non-empty one of email, phone and customer code, or else the id. */
export function getCustomerName({ id, first_name, last_name, email, phone, code }: CustomerIdentity): string {
  const name = `${first_name} ${last_name}`.trim();
  return [name, email, phone, code].find((text) => text !== "") ?? texts.customers.unnamed({ id });
}

/**
 * Return a customer's email, phone or code to show below the name. Return an empty string if the customer has none of them,
 * or only the one that is shown as the name.
 */
export function getCustomerContact(customer: CustomerIdentity): string {
  const { email, phone, code } = customer;
  const name = getCustomerName(customer);
  return [email, phone, code].find((text) => text !== "" && text !== name) ?? "";
}
