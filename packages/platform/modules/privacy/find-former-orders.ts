import type { Queryable } from "@souk/database";

/** An erased customer whose former orders are looked for. */
export interface FormerBuyer {
  store_id: number;
  customer_id: number;
  /** The email address; empty if it is unknown. */
  email: string;
  /** The request id of the erasure. */
  request_id: string;
  /** The time of the erasure. Later log entries are not searched, because the email in them would be that of a new customer. */
  erased_at: Date;
}

/** The former orders of a customer, and email addresses of the customer. */
export interface FormerOrders {
  /** The ids of all these orders. */
  ids: readonly number[];
  /** The orders among `ids` that were shipped or billed to the customer and are not known to be placed by the customer. */
  addressed_ids: readonly number[];
  /** The email addresses that orders had while they belonged to the customer. */
  emails: readonly string[];
}

// An order of a deleted customer counts as an order without a customer, although it keeps the customer's id.
const buildCustomerExistsSql = (id: string) =>
  `exists (select from customers c where c.store_id = $1 and c.id = ${id})`;

// Like an existing order, a former order without a contact email belongs to the person in its addresses. The condition is true if the
// contact email (the first two paths) is empty and the addresses (the last two) contain no email but the erased customer's.
const hasNoOtherEmailSql = ["email", "customer,email", "shipping_address,email", "billing_address,email"]
  .map(
    (path, index) =>
      `lower(coalesce(e.payload::jsonb #>> '{order,${path}}', '')) in ('', ${index < 2 ? "''" : "lower($3)"})`,
  )
  .join(" and ");

// The audit entry of an order's update contains the previous customer and emails. The entry of a deletion contains the customer, but no
// addresses. So the addresses of deleted orders are read from the event log, whose entries are kept for a shorter time.
// Erasures by the previous release did not record the customer's orders. For these erasures, the orders that the erasure changed
// (`changed`) are used.
const formerOrdersText = `
  with entry as not materialized (
    select resource_id as id, action, request_id, before ->> 'customer_id' as customer_id, before ->> 'email' as email,
      before #>> '{shipping_address,email}' as shipping_email, before #>> '{billing_address,email}' as billing_email
    from audit_entries where store_id = $1 and resource = 'order' and created_at <= $5),
  own as (select id, email from entry where customer_id = $2::text),
  changed as (select id from entry where action = 'update' and request_id = $4),
  with_email as (
    select id, true as is_placed from entry where lower(email) = lower($3)
    union
    select id, false from entry where lower(shipping_email) = lower($3)
    union
    select id, false from entry where lower(billing_email) = lower($3)
    union
    (select distinct on (t.record_id) t.record_id, ${hasNoOtherEmailSql} from tombstones t join events e on e.store_id = t.store_id and e.resource_id = t.record_id
    where t.store_id = $1 and t.resource = 'orders' and e.topic like 'order/%' and e.created_at <= $5
      and position('"email":' || lower(to_json($3::text)::text) in lower(e.payload)) > 0
    order by t.record_id, e.sequence desc)),
  unowned as (
    select b.id, bool_or(is_placed) as is_placed from with_email b
    where $3 <> ''
      and not exists (select from orders o where o.store_id = $1 and o.id = b.id and ${buildCustomerExistsSql("o.customer_id")})
      and not exists (
        select from audit_entries gone
        where gone.store_id = $1 and gone.resource = 'order' and gone.resource_id = b.id
          and gone.action = 'delete' and ${buildCustomerExistsSql("(gone.before ->> 'customer_id')::bigint")})
    group by b.id),
  placed as (select id from own union select id from changed union select id from unowned where is_placed)
  select array(select id from placed union select id from unowned order by id) as ids,
    array(select id from unowned where id not in (select id from placed) order by id) as addressed_ids,
    array(select distinct email from own where email <> '') as emails`;

/**
 * Find the orders that once belonged to a customer. Also find the orders that once contained the customer's email address and
 * belong to no existing customer. The search covers deleted orders too, and goes back as far as the audit log.
 */
export async function findFormerOrders(db: Queryable, buyer: FormerBuyer): Promise<FormerOrders> {
  const { store_id, customer_id, email, request_id, erased_at } = buyer;
  const values = [store_id, customer_id, email, request_id, erased_at];
  const row = await db.maybeOne<FormerOrders>(formerOrdersText, values);
  return row ?? { ids: [], addressed_ids: [], emails: [] };
}

const formerCustomersText = `
  select distinct resource_id as id from audit_entries gone
  where store_id = $1 and resource = 'customer' and action = 'delete' and $2 <> '' and lower(before ->> 'email') = lower($2)
    and created_at <= $3 and not ${buildCustomerExistsSql("gone.resource_id")} order by id`;

/** List the ids of deleted customers who had this email address. At any time only one customer of a store has it. */
export async function findFormerCustomers(
  db: Queryable,
  { store_id, email, erased_at }: FormerBuyer,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(formerCustomersText, [store_id, email, erased_at]);
  return rows.map(({ id }) => id);
}
