import type { Transaction } from "@souk/database";
import type { BuyerOrders } from "../orders/index.ts";
import { listPlacedOrderIds } from "./list-placed-order-ids.ts";
import { scrubMetafieldEntries } from "./scrub.ts";
import { clockMargin, scrubResponsesOfOrders } from "./scrub-responses.ts";

const metafieldsText =
  "delete from metafields where store_id = $1 and owner_resource = 'order' and owner_id = any($2::bigint[])";

// If `$3` is the time of the erasure, responses to later requests are kept, because they are about the order's next customer. A response
// keeps its type, so a link is replaced by its origin, or by a placeholder URL if its origin cannot be extracted.
const responsesText = `
  update fulfillment_requests set answer = case answer ->> 'type'
    when 'message' then jsonb_set(answer, '{message}', '"(erased)"')
    else jsonb_set(answer, '{url}', to_jsonb(
      coalesce(substring(answer ->> 'url' from '^[^/]*//[^/?#]+'), 'https://erased.invalid') || '/')) end
  where store_id = $1 and order_ids && $2::bigint[] and answer is not null
    and created_at <= coalesce($3::timestamptz, 'infinity') + ${clockMargin}`;

/**
 * Delete the metafields of the orders that an erased customer placed, and remove the texts and links from the apps' responses to
 * Fulfill actions for all orders of the customer.
 */
export async function scrubOrderData(
  tx: Transaction,
  { store_id, orders }: { store_id: number; orders: BuyerOrders },
): Promise<void> {
  await tx.query(metafieldsText, [store_id, listPlacedOrderIds(orders)]);
  await tx.query(responsesText, [store_id, [...orders.ids], null]);
}

/** The orders of an erased customer, and the time of the erasure. */
export interface Erasure {
  store_id: number;
  /** The orders, including those that are deleted or belong to another customer now. */
  orders: BuyerOrders;
  /** When the erasure's event got its sequence number. All earlier events had their sequence numbers by then. */
  erased_at: Date;
}

const ordersText = `
  update audit_entries set before = null, after = null
  where store_id = $1 and resource = 'order' and resource_id = any($2::bigint[]) and created_at <= $3`;

// Only the columns in `keptColumns` are kept in audit entries of fulfillments, refunds and returns. Other columns may contain personal
// data, such as texts and tracking URLs.
const partsText = `
  update audit_entries
  set before = souk_audit_snapshot(before, $4::text[]), after = souk_audit_snapshot(after, $4::text[])
  where store_id = $1 and parent_id = any($2::bigint[]) and resource in ('fulfillment', 'refund', 'order_return')
    and created_at <= $3`;
const keptColumns = [
  "status",
  "amount",
  "reference_number",
  "refund_id",
  "tracking_company",
  "tracking_number",
  "service",
];

const orderEventsText = `
  update events set payload = '{"order":{"id":' || resource_id || '}}'
  where store_id = $1 and topic like 'order/%' and resource_id = any($2::bigint[]) and created_at <= $3`;

// For deleted orders, only the audit log contains the ids of their fulfillments, refunds and returns.
const partEventsText = `
  with part as (
    select 'fulfillment' as resource, 'fulfillment/%' as topics, id from fulfillments
    where store_id = $1 and order_id = any($2::bigint[])
    union
    select 'refund', 'refund/%', id from refunds where store_id = $1 and order_id = any($2::bigint[])
    union
    select 'order_return', 'order_returns/%', id from order_returns where store_id = $1 and order_id = any($2::bigint[])
    union
    select resource, case resource when 'order_return' then 'order_returns' else resource end || '/%', resource_id
    from audit_entries
    where store_id = $1 and parent_id = any($2::bigint[]) and resource in ('fulfillment', 'refund', 'order_return'))
  update events e set payload = '{"' || part.resource || '":{"id":' || part.id || '}}'
  from part
  where e.store_id = $1 and e.topic like part.topics and e.resource_id = part.id and e.created_at <= $3`;

/**
 * Remove personal data about a customer's orders, and about the fulfillments, refunds and returns of these orders, from the audit log,
 * the event log, the stored responses of idempotency keys, and the apps' responses to Fulfill actions. Entries after the erasure are
 * kept, and so are entries about the metafields of an order that another person placed. Audit entries still show who changed
 * something, and when. The orders themselves were anonymized before.
 */
export async function scrubOrders(tx: Transaction, erasure: Erasure): Promise<void> {
  const { store_id, orders, erased_at } = erasure;
  if (orders.ids.length === 0) return;
  const values = [store_id, [...orders.ids]];
  await tx.query(responsesText, [...values, erased_at]);
  await scrubMetafieldEntries(tx, store_id, {
    owner_resource: "order",
    owner_ids: listPlacedOrderIds(orders),
    erased_at,
  });
  await tx.query(ordersText, [...values, erased_at]);
  await tx.query(partsText, [...values, erased_at, keptColumns]);
  await tx.query(orderEventsText, [...values, erased_at]);
  await tx.query(partEventsText, [...values, erased_at]);
  await scrubResponsesOfOrders(tx, { store_id, order_ids: orders.ids, until: erased_at });
}
