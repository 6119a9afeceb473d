import type { Queryable } from "@souk/database";

/**
 * An SQL interval: the assumed maximum difference between the clock of a process, which dates stored responses, and the clock of
 * the database, which dates events.
 */
export const clockMargin = "interval '1 minute'";

// The stored responses are shortened, not deleted, because a repeated request must not be executed again. Of each record in a response,
// the id is kept.
const shortenText = `
  update idempotency_keys k set answer = (
    select coalesce(jsonb_object_agg(field.key, case jsonb_typeof(field.value)
      when 'object' then jsonb_strip_nulls(jsonb_build_object('id', field.value -> 'id'))
      when 'array' then (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', record -> 'id'))), '[]')
        from jsonb_array_elements(field.value) record)
      else field.value end) filter (where jsonb_typeof(field.value) <> 'string'), '{}')::text
    from jsonb_each(case when k.answer like '{%' then k.answer::jsonb else '{}' end) field)`;

const byContactText = `${shortenText}
  where store_id = $1 and (
    $2 <> '' and position(lower(to_json($2::text)::text) in lower(answer)) > 0
    or $3 <> '' and position(to_json($3::text)::text in answer) > 0
    or path like '%/exports.json' and answer ~ '"resource":"(customers|orders)"' and answer not like '%"filters":{}%')`;

/**
 * Shorten the stored responses of idempotency keys that contain an email address, a phone number or the filters of an
 * export.
 */
export async function scrubStoredResponses(
  tx: Queryable,
  { store_id, email, phone }: { store_id: number; email: string; phone: string },
): Promise<void> {
  await tx.query(byContactText, [store_id, email, phone]);
}

const byCustomerText = `${shortenText}
  where store_id = $1 and (path ~ ('/customers/' || $2 || '[./]') or answer like '%"customer":{"id":' || $2 || ',%')`;

/** Shorten the stored responses of idempotency keys that contain a customer. */
export async function scrubResponsesOfCustomer(
  tx: Queryable,
  { store_id, customer_id }: { store_id: number; customer_id: number },
): Promise<void> {
  await tx.query(byCustomerText, [store_id, String(customer_id)]);
}

// The order ids are extracted from each response once, so that the time does not depend on the number of orders.
const byOrdersText = `
  with mentioned as materialized (
    select k.actor, k.key, k.created_at, mention.id
    from idempotency_keys k cross join lateral (
      select substring(k.path from '/orders/([0-9]+)[./]') as id
      union all
      select unnest(string_to_array(found[1], ','))
      from regexp_matches(k.answer, '"order(?:":[{]"id":|_id":|_ids":[[])([0-9,]+)', 'g') found) mention
    where k.store_id = $1 and k.created_at <= $3::timestamptz + ${clockMargin})
  ${shortenText}
  where store_id = $1 and (actor, key, created_at) in (
    select actor, key, created_at from mentioned where id in (select unnest($2::bigint[])::text))`;

/**
 * Shorten the stored responses of idempotency keys that contain orders and were stored before the time `until`. Later
 * responses are kept, because they are about the orders' next customer.
 */
export async function scrubResponsesOfOrders(
  tx: Queryable,
  { store_id, order_ids, until }: { store_id: number; order_ids: readonly number[]; until: Date },
): Promise<void> {
  await tx.query(byOrdersText, [store_id, [...order_ids], until]);
}
