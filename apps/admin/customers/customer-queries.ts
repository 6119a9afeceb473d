import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { texts } from "../texts.ts";

export type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

export const customerKey = (id: number) => ["customer", id] as const;

/** Load one customer. */
export function useCustomer(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: customerKey(id),
    queryFn: ({ signal }) => admin.customers.get({ params: { id }, signal }),
  });
}

/** Queries that show customers, refetched after one has changed. */
export const staleWithCustomers = [
  ["customers"],
  ["customer"],
  ["customer_groups"],
  ["customer_group"],
  ["tags"],
] as const;

type Named = Pick<Customer, "id" | "first_name" | "last_name" | "email" | "phone" | "code">;

/** Return a customer's name, else another detail that identifies them. */
export function customerName({ id, first_name, last_name, email, phone, code }: Named): string {
  const name = `${first_name} ${last_name}`.trim();
  return [name, email, phone, code].find((text) => text !== "") ?? texts.customers.unnamed({ id });
}

/** Return the contact that distinguishes a customer from others of that name. */
export function customerContact(customer: Named): string {
  const { email, phone, code } = customer;
  const name = customerName(customer);
  return [email, phone, code].find((text) => text !== "" && text !== name) ?? "";
}
