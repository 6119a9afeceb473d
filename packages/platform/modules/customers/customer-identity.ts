import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** The identity of a customer as an app knows it. */
export interface CustomerIdentity {
  id: number;
  email: string;
  phone: string;
}

const customerIdentityStatement = defineStatement(
  "customer_identity",
  "select id, email, phone from customers where store_id = $1 and id = $2 for update",
);

/** Lock a customer until the transaction ends and return their identity; null when they do not exist. */
export async function customerIdentity(
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

/** Load the email address of a customer without locking the row; null when there is none. */
export async function customerEmail(tx: Transaction, store: Store, id: number): Promise<string | null> {
  const row = await tx.maybeOne<{ email: string }>(customerEmailStatement, [store.id, id]);
  return row?.email ?? null;
}

/** The names of a customer. */
export interface CustomerNames {
  first_name: string;
  last_name: string;
  code: string;
}

const customerNamesStatement = defineStatement(
  "customer_names",
  "select first_name, last_name, code from customers where store_id = $1 and id = $2",
);

/** Load the names of a customer; null when they do not exist. */
export async function customerNames(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<CustomerNames | null> {
  return (await tx.maybeOne<CustomerNames>(customerNamesStatement, [store.id, id])) ?? null;
}
