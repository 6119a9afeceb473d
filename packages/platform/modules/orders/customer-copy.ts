import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import type { CustomerCopy } from "./order-rows.ts";

const statement = {
  name: "order_customer",
  text: "select id, code, first_name, last_name, email, phone from customers where store_id = $1 and id = $2",
};

/** What an order keeps of its customer; null when there is none. */
export async function customerCopy(run: Queryable, store: Store, id: number): Promise<CustomerCopy | null> {
  const { rows } = await run.query<CustomerCopy>(statement, [store.id, id]);
  return rows[0] ?? null;
}
