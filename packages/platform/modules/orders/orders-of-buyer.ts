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

/** Orders that tell of a buyer. */
export interface BuyersOrders {
  /** All of them. */
  ids: number[];
  /** Those that are somebody else's, who had them sent or billed to the buyer: of them, that address alone is the buyer's. */
  addressed_ids: number[];
}

const bearsNoOther = (address: string, email: string) =>
  `lower(coalesce(${address} ->> 'email', '')) in ('', lower(${email}))`;

// Who says nothing of themselves but in addresses is who stands there, where nobody else does.
const isBoughtBy = ({ customer_id, email }: Readonly<Record<"customer_id" | "email", string>>) => `(
  o.customer_id = ${customer_id} or ${email} <> '' and (
    lower(${email}) in (lower(o.email), lower(o.customer ->> 'email'))
    or o.email = '' and coalesce(o.customer ->> 'email', '') = ''
      and ${bearsNoOther("o.shipping_address", email)} and ${bearsNoOther("o.billing_address", email)})) is true`;

/** The orders of a customer, and those of nobody that bear their e-mail address, by their ids. */
export async function ordersOfBuyer(run: Queryable, buyer: Buyer): Promise<BuyersOrders> {
  const conditions = createConditions("r.store_id = $1", [buyer.store.id]);
  const customer_id = conditions.bind(buyer.customer_id);
  const own = `select id, true as is_bought from orders where store_id = $1 and customer_id = ${customer_id}`;
  const sought = buyer.email === "" ? undefined : wordsSought(buyer.email, conditions);
  const email = sought === undefined ? "" : conditions.bind(buyer.email);
  const written =
    sought === undefined
      ? ""
      : `union
        select o.id, ${isBoughtBy({ customer_id, email })} from order_search s join orders o on o.store_id = s.store_id and o.id = s.order_id
        where s.store_id = $1 and ${sought.indexed} and ${sought.exact} and not ${isSomebodys} and lower(${email}) in (
          lower(o.email), lower(o.customer ->> 'email'), lower(o.shipping_address ->> 'email'), lower(o.billing_address ->> 'email'))`;
  const name = sought === undefined ? "orders_of_customer" : "orders_of_buyer";
  const text = `select id, is_bought from (${own} ${written}) found order by id`;
  const { rows } = await run.query<{ id: number; is_bought: boolean }>({ name, text }, [
    ...conditions.values,
  ]);
  return {
    ids: rows.map(({ id }) => id),
    addressed_ids: rows.flatMap(({ id, is_bought }) => (is_bought ? [] : [id])),
  };
}

/**
 * Locks the orders of somebody who is about to be erased: orders are locked before their customer.
 * @returns their ids
 */
export async function lockOrdersOf(tx: Transaction, buyer: Buyer): Promise<number[]> {
  const text =
    "select id from orders where store_id = $1 and id = any($2::bigint[]) order by id for no key update";
  const { ids } = await ordersOfBuyer(tx, buyer);
  const { rows } = await tx.query<{ id: number }>({ name: "orders_of_buyer_lock", text }, [
    buyer.store.id,
    ids,
  ]);
  return rows.map(({ id }) => id);
}

const standingText = `
  select ${isSomebodys} as is_anothers, ${isBoughtBy({ customer_id: "$3", email: "$4::text" })} as is_bought
  from orders o where o.store_id = $1 and o.id = $2`;

/**
 * Whose an order is once a buyer is gone: a customer's who is there still, or the buyer's own, or somebody else's who had it sent
 * or billed to them.
 */
export async function standingIn(
  tx: Transaction,
  { store, customer_id, email }: Buyer,
  id: number,
): Promise<"anothers" | "bought" | "addressed"> {
  const { rows } = await tx.query<{ is_anothers: boolean; is_bought: boolean }>(
    { name: "order_standing", text: standingText },
    [store.id, id, customer_id, email],
  );
  const [order] = rows;
  if (order?.is_anothers) return "anothers";
  return order?.is_bought ? "bought" : "addressed";
}
