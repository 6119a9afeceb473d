import type { Queryable, Transaction } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { wordsSought } from "../../listing/token-search.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { changeOrder } from "./change-order.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { Order } from "./order-rows.ts";

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
 * @returns the e-mail addresses that these orders were mailed at
 */
export async function lockOrdersOf(tx: Transaction, buyer: Buyer): Promise<string[]> {
  const text =
    "select email from orders where store_id = $1 and id = any($2::bigint[]) order by id for no key update";
  const values = [buyer.store.id, await ordersOfBuyer(tx, buyer)];
  const { rows } = await tx.query<{ email: string }>({ name: "orders_of_buyer_lock", text }, values);
  return [...new Set(rows.map(({ email }) => email))];
}

// What a person has written in words of their own may name the buyer: it goes. What identifies money and parcels elsewhere stays.
function withoutBuyer(before: Order): Order {
  return {
    ...before,
    order: {
      ...before.order,
      customer_id: null,
      customer: null,
      email: "",
      phone: "",
      shipping_address: null,
      billing_address: null,
      note: "",
      remark: "",
      note_attributes: [],
      browser_ip: "",
      cancel_reason: "",
    },
    fulfillments: before.fulfillments.map((row) => ({
      ...row,
      message: "",
      tracking_url: "",
      consignment_note_url: "",
    })),
    refunds: before.refunds.map((row) => ({ ...row, note: "" })),
    returns: before.returns.map((row) => ({ ...row, note: "" })),
    return_lines: before.return_lines.map((row) => ({ ...row, reason: "" })),
  };
}

const ownerText = `select ${isSomebodys} as is_anothers from orders o where o.store_id = $1 and o.id = $2`;

/** Whether an order has come to a customer who is there still. */
async function isAnothers(tx: Transaction, store: Store, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ is_anothers: boolean }>({ name: "order_is_anothers", text: ownerText }, [
    store.id,
    id,
  ]);
  return rows[0]?.is_anothers ?? false;
}

/**
 * Takes out of orders who bought, once the customer is gone: their money, stock and lines stay. Each is told as it is then.
 * @returns the orders
 */
export async function forgetBuyer(
  desk: OrderDesk,
  tx: Transaction,
  { buyer, cause }: { buyer: Buyer; cause: Cause },
): Promise<number[]> {
  const { store } = buyer;
  const ids = await ordersOfBuyer(tx, buyer);
  for (const order_id of ids)
    await changeOrder(desk, tx, { ...cause, store, order_id }, async ({ before }) => ({
      after: (await isAnothers(tx, store, order_id)) ? before : withoutBuyer(before),
      reason: "buyer erased",
      context: "order/update",
    }));
  return ids;
}
