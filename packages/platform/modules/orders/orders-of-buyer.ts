import type { Queryable, Transaction } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { wordsSought } from "../../listing/token-search.ts";
import type { Store } from "../../routing/call.ts";

/** Somebody who bought, with or without being known as a customer then. */
export interface Buyer {
  store: Store;
  customer_id: number;
  /** Empty: none is known. */
  email: string;
}

// An order keeps the id of a customer who was deleted: it is nobody's from then on.
const isSomebodys = "exists (select from customers c where c.store_id = o.store_id and c.id = o.customer_id)";

/** The orders of a customer, and those of nobody that bear their e-mail address, by their ids. */
export async function ordersOfBuyer(run: Queryable, buyer: Buyer): Promise<number[]> {
  const conditions = createConditions("r.store_id = $1", [buyer.store.id]);
  const own = `select id from orders where store_id = $1 and customer_id = ${conditions.bind(buyer.customer_id)}`;
  const sought = buyer.email === "" ? undefined : wordsSought(buyer.email, conditions);
  const written =
    sought === undefined
      ? ""
      : `union
        select o.id from order_search s join orders o on o.store_id = s.store_id and o.id = s.order_id
        where s.store_id = $1 and ${sought.indexed} and ${sought.exact} and not ${isSomebodys} and lower(${conditions.bind(buyer.email)}) in (
          lower(o.email), lower(o.customer ->> 'email'), lower(o.shipping_address ->> 'email'), lower(o.billing_address ->> 'email'))`;
  const name = sought === undefined ? "orders_of_customer" : "orders_of_buyer";
  const text = `select id from (${own} ${written}) found order by id`;
  const { rows } = await run.query<{ id: number }>({ name, text }, [...conditions.values]);
  return rows.map(({ id }) => id);
}

/**
 * Locks the orders of somebody who is about to be erased: orders are locked before their customer.
 * @returns their ids
 */
export async function lockOrdersOf(tx: Transaction, buyer: Buyer): Promise<number[]> {
  const text =
    "select id from orders where store_id = $1 and id = any($2::bigint[]) order by id for no key update";
  const values = [buyer.store.id, await ordersOfBuyer(tx, buyer)];
  const { rows } = await tx.query<{ id: number }>({ name: "orders_of_buyer_lock", text }, values);
  return rows.map(({ id }) => id);
}

const ownerText = `select ${isSomebodys} as is_anothers from orders o where o.store_id = $1 and o.id = $2`;

/** Whether an order has come to a customer who is there still. */
export async function isAnothers(tx: Transaction, store: Store, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ is_anothers: boolean }>({ name: "order_is_anothers", text: ownerText }, [
    store.id,
    id,
  ]);
  return rows[0]?.is_anothers ?? false;
}
