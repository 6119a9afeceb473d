import type { Transaction } from "@souk/database";
import type { BuyersOrders } from "../orders/index.ts";
import { boughtOrders } from "./bought-orders.ts";
import { scrubMetafieldEntries } from "./scrub.ts";
import { clockMargin, scrubAnswersOfOrders } from "./scrub-answers.ts";

const metafieldsText =
  "delete from metafields where store_id = $1 and owner_resource = 'order' and owner_id = any($2::bigint[])";

// One to what was asked later is about whose the order is then. An answer stays an answer of its kind, also where its link has no origin that stands in it as text.
const answersText = `
  update fulfillment_requests set answer = case answer ->> 'type'
    when 'message' then jsonb_set(answer, '{message}', '"(erased)"')
    else jsonb_set(answer, '{url}', to_jsonb(
      coalesce(substring(answer ->> 'url' from '^[^/]*//[^/?#]+'), 'https://erased.invalid') || '/')) end
  where store_id = $1 and order_ids && $2::bigint[] and answer is not null
    and created_at <= coalesce($3::timestamptz, 'infinity') + ${clockMargin}`;

/**
 * Remove the data beside an erased customer's orders: metafields, except those of others' orders, and the
 * apps' responses to Fulfill actions.
 */
export async function scrubBesideOrders(
  tx: Transaction,
  { store_id, orders }: { store_id: number; orders: BuyersOrders },
): Promise<void> {
  await tx.query(metafieldsText, [store_id, boughtOrders(orders)]);
  await tx.query(answersText, [store_id, [...orders.ids], null]);
}

/** The orders of an erasure, once its event is published. */
export interface Erasure {
  store_id: number;
  /** The orders, also those that are deleted or another customer's by now. */
  orders: BuyersOrders;
  /** When the event of the erasure was numbered: all earlier events have their numbers. */
  numbered_at: Date;
}

const ordersText = `
  update audit_entries set before = null, after = null
  where store_id = $1 and resource = 'order' and resource_id = any($2::bigint[]) and created_at <= $3`;

// States, amounts and numbers stay; words, and links that lead to an address, go, and so does what is not listed here.
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

// Those of orders that are gone are known to the audit log alone.
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
 * Remove the data about a customer's orders and their parts from before their erasure: in the audit log, the
 * event log, the stored responses for repeats, and the later responses of apps, except metafields of others'
 * orders. The orders themselves are already anonymized. That something was changed, and by whom, stays.
 */
export async function scrubOrders(tx: Transaction, erasure: Erasure): Promise<void> {
  const { store_id, orders, numbered_at } = erasure;
  if (orders.ids.length === 0) return;
  const values = [store_id, [...orders.ids]];
  await tx.query(answersText, [...values, numbered_at]);
  await scrubMetafieldEntries(tx, store_id, {
    owner_resource: "order",
    owner_ids: boughtOrders(orders),
    numbered_at,
  });
  await tx.query(ordersText, [...values, numbered_at]);
  await tx.query(partsText, [...values, numbered_at, keptColumns]);
  await tx.query(orderEventsText, [...values, numbered_at]);
  await tx.query(partEventsText, [...values, numbered_at]);
  await scrubAnswersOfOrders(tx, { store_id, order_ids: orders.ids, until: numbered_at });
}
