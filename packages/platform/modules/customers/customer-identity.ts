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

/** All that a customer is told by in a search, in small letters with blanks between; empty when there is none. */
export async function customerNames(tx: Transaction, store: Store, id: number): Promise<string> {
  const text = `
    select lower(concat_ws(' ', first_name, last_name, email, phone, code)) as told from customers
    where store_id = $1 and id = $2`;
  const { rows } = await tx.query<{ told: string }>({ name: "customer_names", text }, [store.id, id]);
  return rows[0]?.told ?? "";
}
