import type { OperationResponse, operations, Page } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { buildActorJson } from "../../infrastructure/actor-json.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { BuyerOrders } from "../orders/index.ts";

export type PrivacyRequest = OperationResponse<typeof operations.getPrivacyRequest>["privacy_request"];
export type PrivacyKind = PrivacyRequest["kind"];

const columnsSql = `r.id, r.kind, r.customer_id, ${buildActorJson("r")} as actor, r.completed_at is not null as is_completed,
  souk_time(r.completed_at, $2) as completed_at,
  array(
    select json_build_object('client_id', app.client_id, 'name', app.name, 'state', notified.state,
      'settled_at', souk_time(notified.settled_at, $2))
    from privacy_request_apps notified
    join installations i on i.id = notified.installation_id join apps app on app.id = i.app_id
    where notified.store_id = r.store_id and notified.privacy_request_id = r.id order by app.name, app.id) as apps,
  souk_time(r.created_at, $2) as created_at, souk_time(r.updated_at, $2) as updated_at`;

/** List the privacy requests of a store, the newest first. */
export async function selectRequests(db: Queryable, store: Store, page: Page): Promise<PrivacyRequest[]> {
  const text = `select ${columnsSql} from privacy_requests r where r.store_id = $1 order by r.id desc limit $3 offset $4`;
  const values = [store.id, store.timezone, page.limit, (page.page - 1) * page.limit];
  return await db.many<PrivacyRequest>(text, values);
}

/** Count the privacy requests of a store. */
export async function countRequests(db: Queryable, storeId: number): Promise<number> {
  const text = "select count(*) as count from privacy_requests where store_id = $1";
  return (await db.one<{ count: number }>(text, [storeId])).count;
}

/** Load a privacy request, or return null if it does not exist. */
export async function selectRequest(db: Queryable, store: Store, id: number): Promise<PrivacyRequest | null> {
  const text = `select ${columnsSql} from privacy_requests r where r.store_id = $1 and r.id = $3`;
  return (await db.maybeOne<PrivacyRequest>(text, [store.id, store.timezone, id])) ?? null;
}

/**
 * Record the erased customer's email and orders in the request. The background job needs them when it scrubs the logs, after all
 * earlier events have got their sequence numbers.
 */
export async function recordErasure(
  tx: Transaction,
  erasure: { store: Store; id: number; email: string; orders: BuyerOrders },
): Promise<void> {
  const { store, id, email, orders } = erasure;
  const text = `
    update privacy_requests set erased_email = $3, order_ids = $4, addressed_order_ids = $5
    where store_id = $1 and id = $2`;
  await tx.query(text, [store.id, id, email, [...orders.ids], [...orders.addressed_ids]]);
}

/**
 * Insert a privacy request with the state of every app that is installed now. The request does not wait for disabled apps or
 * for apps without a subscription to the topic, because nothing is sent to these apps.
 *
 * @returns the request's id
 */
export async function insertRequest(
  tx: Transaction,
  { store, cause }: { store: Store; cause: Cause },
  { kind, customer_id }: { kind: PrivacyKind; customer_id: number },
): Promise<number> {
  const { actor, request_id } = cause;
  const row = await tx.maybeOne<{ id: number }>(
    `with created as (
       insert into privacy_requests (store_id, kind, customer_id, actor_kind, actor_id, request_id)
       values ($1, $2, $3, $4, $5, $6) returning id),
     notified as (
       insert into privacy_request_apps (store_id, privacy_request_id, installation_id, state, settled_at)
       select $1, created.id, i.id, state.name, case state.name when 'waiting' then null else clock_timestamp() end
       from created cross join installations i
       cross join lateral (select case
         when not exists (
           select from webhook_subscriptions w
           where w.store_id = $1 and w.installation_id = i.id and w.topic = 'customer/' || $2) then 'not_subscribed'
         when i.status = 'disabled' then 'not_reached' else 'waiting' end as name) state
       where i.store_id = $1 and i.status in ('enabled', 'disabled'))
     select id from created`,
    [store.id, kind, customer_id, actor.kind, actor.id, request_id],
  );
  return row?.id ?? 0;
}
