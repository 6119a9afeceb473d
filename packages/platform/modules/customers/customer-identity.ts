import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";

/** What an app knows a customer by. */
export interface CustomerIdentity {
  id: number;
  email: string;
  phone: string;
}

/** Who a customer is, whose row is locked until the transaction ends; null when there is none. */
export async function customerIdentity(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<CustomerIdentity | null> {
  const text = "select id, email, phone from customers where store_id = $1 and id = $2 for update";
  const { rows } = await tx.query<CustomerIdentity>({ name: "customer_identity", text }, [store.id, id]);
  return rows[0] ?? null;
}

/** The e-mail address of a customer, whose row is not locked; null when there is none. */
export async function customerEmail(tx: Transaction, store: Store, id: number): Promise<string | null> {
  const text = "select email from customers where store_id = $1 and id = $2";
  const { rows } = await tx.query<{ email: string }>({ name: "customer_email", text }, [store.id, id]);
  return rows[0]?.email ?? null;
}

/** What a customer is called beside that. */
export interface CustomerNames {
  first_name: string;
  last_name: string;
  code: string;
}

/** What a customer is called; null when there is none. */
export async function customerNames(
  tx: Transaction,
  store: Store,
  id: number,
): Promise<CustomerNames | null> {
  const text = "select first_name, last_name, code from customers where store_id = $1 and id = $2";
  return (await tx.query<CustomerNames>({ name: "customer_names", text }, [store.id, id])).rows[0] ?? null;
}
