import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** The fields by which an app identifies a customer. */
export interface CustomerIdentity {
  id: number;
  email: string;
  phone: string;
}

const customerIdentityStatement = defineStatement(
  "customer_identity",
  "select id, email, phone from customers where store_id = $1 and id = $2 for update",
);

/** Lock a customer until the transaction ends and return their identity, or null if the customer does not exist. */
export async function lockCustomerIdentity(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<CustomerIdentity | null> {
  const row = await tx.maybeOne<CustomerIdentity>(customerIdentityStatement, [store.id, id]);
  return row ?? null;
}

const customerEmailStatement = defineStatement(
  "customer_email",
  "select email from customers where store_id = $1 and id = $2",
);

/** Load the email address of a customer without locking the row, or return null if the customer does not exist. */
export async function loadCustomerEmail(tx: Transaction, store: Store, id: number): Promise<string | null> {
  const row = await tx.maybeOne<{ email: string }>(customerEmailStatement, [store.id, id]);
  return row?.email ?? null;
}

/** The names and the code of a customer. */
export interface CustomerNames {
  first_name: string;
  last_name: string;
  code: string;
}

const customerNamesStatement = defineStatement(
  "customer_names",
  "select first_name, last_name, code from customers where store_id = $1 and id = $2",
);

/** Load the names and the code of a customer, or return null if the customer does not exist. */
export async function loadCustomerNames(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<CustomerNames | null> {
  return (await tx.maybeOne<CustomerNames>(customerNamesStatement, [store.id, id])) ?? null;
}
