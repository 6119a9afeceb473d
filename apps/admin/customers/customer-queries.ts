import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { strings } from "./strings.ts";

export type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

export const customerKey = (id: number) => ["customer", id] as const;

/** One customer. */
export function useCustomer(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: customerKey(id),
    queryFn: ({ signal }) => admin.customers.get({ params: { id }, signal }),
  });
}

/** Everything that shows customers: asked anew after one has changed. */
export const staleWithCustomers = [
  ["customers"],
  ["customer"],
  ["customer_groups"],
  ["customer_group"],
  ["tags"],
] as const;

type Named = Pick<Customer, "id" | "first_name" | "last_name" | "email" | "phone" | "code">;

/** What a customer is called: by name, else by what else is known of them. */
export function customerName({ id, first_name, last_name, email, phone, code }: Named): string {
  const name = `${first_name} ${last_name}`.trim();
  return [name, email, phone, code].find((each) => each !== "") ?? strings.unnamed(id);
}

/** What tells a customer apart from others of that name. */
export function customerContact(customer: Named): string {
  const { email, phone, code } = customer;
  const name = customerName(customer);
  return [email, phone, code].find((each) => each !== "" && each !== name) ?? "";
}
