import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { buildWordsCondition } from "../../infrastructure/listing/search-conditions.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A person who placed orders as a customer, or as a guest with the same email address. */
export interface Buyer {
  store: Store;
  customer_id: number;
  /** The email address; empty when unknown. */
  email: string;
}

// An order keeps the id of a deleted customer, but no longer belongs to a customer.
// guard orders-of-the-deleted: with `) and o.customer_id is not null` instead of ` and c.id = o.customer_id)`, orders-without-customer.test.ts fails at `orders of a deleted customer belong to a new customer who has the same email`
const customerExistsCondition =
  "exists (select from customers c where c.store_id = o.store_id and c.id = o.customer_id)";

/** Orders that contain data about a buyer. */
export interface BuyerOrders {
  /** The ids of all orders that contain data about the buyer. */
  ids: number[];
  /** The ids of other people's orders that were shipped or billed to the buyer. Only an address in these orders is the buyer's. */
  addressed_ids: number[];
}

const buildNoOtherEmailCondition = (address: string, email: string) =>
  `lower(coalesce(${address} ->> 'email', '')) in ('', lower(${email}))`;

// An order without a contact email was bought by this buyer if neither of its addresses has the email of another person.
const buildBoughtByCondition = ({
  customer_id,
  email,
}: Readonly<Record<"customer_id" | "email", string>>) => `(
  o.customer_id = ${customer_id} or ${email} <> '' and (
    lower(${email}) in (lower(o.email), lower(o.customer ->> 'email'))
    or o.email = '' and coalesce(o.customer ->> 'email', '') = ''
      and ${buildNoOtherEmailCondition("o.shipping_address", email)} and ${buildNoOtherEmailCondition("o.billing_address", email)})) is true`;

/**
 * List the orders of a customer, and the orders without a customer that contain the customer's email address,
 * sorted by id.
 */
export async function findBuyerOrders(db: Queryable, buyer: Buyer): Promise<BuyerOrders> {
  const conditions = createConditions("r.store_id = $1", [buyer.store.id]);
  const customer_id = conditions.bind(buyer.customer_id);
  const customerSql = `select id, true as is_bought from orders where store_id = $1 and customer_id = ${customer_id}`;
  const wordsCondition = buyer.email === "" ? undefined : buildWordsCondition(buyer.email, conditions);
  const email = wordsCondition === undefined ? "" : conditions.bind(buyer.email);
  const guestSql =
    wordsCondition === undefined
      ? ""
      : `union
        select o.id, ${buildBoughtByCondition({ customer_id, email })} from order_search s join orders o on o.store_id = s.store_id and o.id = s.order_id
        where s.store_id = $1 and ${wordsCondition.indexed} and ${wordsCondition.exact} and not ${customerExistsCondition} and lower(${email}) in (
          lower(o.email), lower(o.customer ->> 'email'), lower(o.shipping_address ->> 'email'), lower(o.billing_address ->> 'email'))`;
  const name = wordsCondition === undefined ? "orders_of_customer" : "orders_of_buyer";
  const text = `select id, is_bought from (${customerSql} ${guestSql}) found order by id`;
  const rows = await db.many<{ id: number; is_bought: boolean }>(defineStatement(name, text), [
    ...conditions.values,
  ]);
  return {
    ids: rows.map(({ id }) => id),
    addressed_ids: rows.flatMap(({ id, is_bought }) => (is_bought ? [] : [id])),
  };
}

const ordersOfBuyerLockStatement = defineStatement(
  "orders_of_buyer_lock",
  "select id from orders where store_id = $1 and id = any($2::bigint[]) order by id for no key update",
);

/**
 * Lock the orders of a person whose data is to be erased. The orders must be locked before their customer.
 * @returns the ids of the orders
 */
export async function lockBuyerOrders(tx: Transaction, buyer: Buyer): Promise<number[]> {
  const { ids } = await findBuyerOrders(tx, buyer);
  const rows = await tx.many<{ id: number }>(ordersOfBuyerLockStatement, [buyer.store.id, ids]);
  return rows.map(({ id }) => id);
}

const orderRelationText = `
  select ${customerExistsCondition} as has_customer, ${buildBoughtByCondition({ customer_id: "$3", email: "$4::text" })} as is_bought
  from orders o where o.store_id = $1 and o.id = $2`;

const orderRelationStatement = defineStatement("order_relation", orderRelationText);

/**
 * Classify an order when a buyer is deleted: it belongs to another existing customer (`other_customer`), was bought by
 * the buyer (`bought`), or was bought by someone else and shipped or billed to the buyer (`addressed`).
 */
export async function classifyBuyerOrder(
  tx: Transaction,
  { store, customer_id, email }: Buyer,
  id: number,
): Promise<"other_customer" | "bought" | "addressed"> {
  const relation = await tx.one<{ has_customer: boolean; is_bought: boolean }>(orderRelationStatement, [
    store.id,
    id,
    customer_id,
    email,
  ]);
  if (relation?.has_customer) return "other_customer";
  return relation?.is_bought ? "bought" : "addressed";
}
