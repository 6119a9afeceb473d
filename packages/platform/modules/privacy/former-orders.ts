import type { Queryable } from "@souk/database";

/** The customer whose former orders are searched. */
export interface FormerBuyer {
  store_id: number;
  customer_id: number;
  /** The email address; empty when unknown. */
  email: string;
  /** The request id of the erasure. */
  request_id: string;
  /** The end of the searched audit log: later entries are about other people. */
  numbered_at: Date;
}

/** Former orders of a customer, with the email addresses of their emails. */
export interface FormerOrders {
  /** The ids of all these orders. */
  ids: readonly number[];
  /** The orders that are only known to have been sent or billed to the customer. */
  addressed_ids: readonly number[];
  emails: readonly string[];
}

// A deleted customer owns no orders, although the orders keep the id.
const isThere = (id: string) => `exists (select from customers c where c.store_id = $1 and c.id = ${id})`;

// As for existing orders: without a contact the order belongs to the person of its addresses.
const bearsNoOtherEmail = ["email", "customer,email", "shipping_address,email", "billing_address,email"]
  .map(
    (path, index) =>
      `lower(coalesce(e.payload::jsonb #>> '{order,${path}}', '')) in ('', ${index < 2 ? "''" : "lower($3)"})`,
  )
  .join(" and ");

// An order's state before a change or its deletion shows whose it was; a deletion's entry names the customer too.
// Only the event log has its addresses then, and its oldest entries are deleted before those of the audit log.
// An erasure by a process of the previous release records no orders: the orders that it changed are its customer's.
const statement = `
  with entry as not materialized (
    select resource_id as id, action, request_id, before ->> 'customer_id' as customer_id, before ->> 'email' as email,
      before #>> '{shipping_address,email}' as shipping_email, before #>> '{billing_address,email}' as billing_email
    from audit_entries where store_id = $1 and resource = 'order' and created_at <= $5),
  own as (select id, email from entry where customer_id = $2::text),
  changed as (select id from entry where action = 'update' and request_id = $4),
  bearing as (
    select id, true as is_whole from entry where lower(email) = lower($3)
    union
    select id, false from entry where lower(shipping_email) = lower($3)
    union
    select id, false from entry where lower(billing_email) = lower($3)
    union
    (select distinct on (t.record_id) t.record_id, ${bearsNoOtherEmail} from tombstones t join events e on e.store_id = t.store_id and e.resource_id = t.record_id
    where t.store_id = $1 and t.resource = 'orders' and e.topic like 'order/%' and e.created_at <= $5
      and position('"email":' || lower(to_json($3::text)::text) in lower(e.payload)) > 0
    order by t.record_id, e.sequence desc)),
  written as (
    select b.id, bool_or(is_whole) as is_whole from bearing b
    where $3 <> ''
      and not exists (select from orders o where o.store_id = $1 and o.id = b.id and ${isThere("o.customer_id")})
      and not exists (
        select from audit_entries gone
        where gone.store_id = $1 and gone.resource = 'order' and gone.resource_id = b.id
          and gone.action = 'delete' and ${isThere("(gone.before ->> 'customer_id')::bigint")})
    group by b.id),
  whole as (select id from own union select id from changed union select id from written where is_whole)
  select array(select id from whole union select id from written order by id) as ids,
    array(select id from written where id not in (select id from whole) order by id) as addressed_ids,
    array(select distinct email from own where email <> '') as emails`;

/**
 * List the orders that were a customer's before they were erased, deleted or given to another customer, and
 * those of no customer, or of a deleted one, that contained the customer's email address, as far back as the
 * audit log goes.
 */
export async function formerOrders(db: Queryable, buyer: FormerBuyer): Promise<FormerOrders> {
  const { store_id, customer_id, email, request_id, numbered_at } = buyer;
  const values = [store_id, customer_id, email, request_id, numbered_at];
  const row = await db.maybeOne<FormerOrders>(statement, values);
  return row ?? { ids: [], addressed_ids: [], emails: [] };
}

const customersStatement = `
  select distinct resource_id as id from audit_entries gone
  where store_id = $1 and resource = 'customer' and action = 'delete' and $2 <> '' and lower(before ->> 'email') = lower($2)
    and created_at <= $3 and not ${isThere("gone.resource_id")} order by id`;

/** List the deleted customers who had an email address; at any time only one customer of a store has it. */
export async function formerCustomers(
  db: Queryable,
  { store_id, email, numbered_at }: FormerBuyer,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(customersStatement, [store_id, email, numbered_at]);
  return rows.map(({ id }) => id);
}
