import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { CustomerCopy } from "./order-rows.ts";

// guard store-predicate-of-ordered-new-customers: with `$1::bigint > 0` instead of `store_id = $1`, other-stores.test.ts fails
const statement = defineStatement(
  "order_customer",
  "select id, code, first_name, last_name, email, phone from customers where store_id = $1 and id = $2",
);

/** Load the customer's data that is copied to an order. @returns null if the customer does not exist */
export async function loadCustomerCopy(
  db: Queryable,
  store: Store,
  id: number,
): Promise<CustomerCopy | null> {
  const row = await db.maybeOne<CustomerCopy>(statement, [store.id, id]);
  return row ?? null;
}
