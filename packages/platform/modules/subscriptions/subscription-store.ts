import type { Sort } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable } from "@souk/database";
import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import { buildOrderBy } from "../../infrastructure/listing/order-by.ts";
import { buildOffset } from "../../infrastructure/listing/page-window.ts";
import type { Installation, Store } from "../../infrastructure/routing/call.ts";

/**
 * The progress of sending past events to a subscription: the sequence number of the last sent event, and that of the last event in
 * the log.
 */
export interface SubscriptionHistory {
  after: number;
  last_sequence: number;
}

/**
 * The SQL of a column of `webhook_subscriptions r`: the progress of sending past events, or null if they are all sent or none were
 * requested.
 */
export const historyColumnSql = `case when r.history_after is not null then json_build_object('after', r.history_after,
  'last_sequence', coalesce((select last_sequence from event_heads where store_id = r.store_id), 0)) end as history`;

/** A subscription. Its times are texts in the store's time zone. */
export interface SubscriptionRow {
  id: number;
  topic: string;
  url: string;
  created_at: string;
  updated_at: string;
  history: SubscriptionHistory | null;
}

/** The installation whose subscriptions are read or changed, with its store. */
export interface Subscriber {
  store: Store;
  installation: Installation;
}

const buildColumnsSql = (zone: string) => `r.id, r.topic, r.url,
  souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at, ${historyColumnSql}`;

/**
 * Lock an installation until the transaction ends, so that it cannot be disabled or removed meanwhile.
 * @returns its state, which may have changed since the token was checked
 */
export async function lockInstallation(
  tx: Queryable,
  { store, installation }: Subscriber,
): Promise<"installed" | "disabled" | "removed"> {
  const text = "select status from installations where store_id = $1 and id = $2 for no key update";
  const row = await tx.maybeOne<{ status: string }>(text, [store.id, installation.id]);
  const status = row?.status ?? "uninstalled";
  if (status === "disabled") return "disabled";
  return status === "uninstalled" ? "removed" : "installed";
}

/**
 * Insert a subscription, or replace the URL of the existing subscription of the topic (WHK-3).
 * @param subscription.history_after the sequence number after which past events are sent; null if none are requested. If past
 *   events are being sent already, the smaller of the two numbers is kept
 * @returns the row; `is_new` is false if the subscription existed already
 */
export async function upsertSubscription(
  tx: Queryable,
  { store, installation }: Subscriber,
  subscription: { topic: string; url: string; history_after: number | null },
): Promise<SubscriptionRow & { is_new: boolean }> {
  const { topic, url, history_after } = subscription;
  // In PostgreSQL, `xmax` is 0 in a row that was inserted, and not in one that was updated.
  const text = `
    insert into webhook_subscriptions as r (store_id, installation_id, app_id, topic, url, history_after)
    values ($1, $2, $3, $4, $5, $7)
    on conflict (installation_id, topic) do update set url = excluded.url,
      history_after = least(r.history_after, excluded.history_after),
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    returning ${buildColumnsSql("$6")}, xmax = 0 as is_new`;
  const values = [store.id, installation.id, installation.app_id, topic, url, store.timezone, history_after];
  const row = await tx.maybeOne<SubscriptionRow & { is_new: boolean }>(text, values);
  if (!row) throw new Error("The subscription was not written.");
  return row;
}

/** Load a subscription of an installation, or return null if it has none with this id. */
export async function selectSubscription(
  db: Queryable,
  { store, installation }: Subscriber,
  id: number,
): Promise<SubscriptionRow | null> {
  const text = `select ${buildColumnsSql("$4")} from webhook_subscriptions r
    where r.store_id = $1 and r.installation_id = $2 and r.id = $3`;
  const row = await db.maybeOne<SubscriptionRow>(text, [store.id, installation.id, id, store.timezone]);
  return row ?? null;
}

/** Update the URL of a subscription of an installation. @returns null if the installation has none with this id */
export async function updateSubscriptionUrl(
  tx: Queryable,
  { store, installation }: Subscriber,
  { id, url }: { id: number; url: string },
): Promise<SubscriptionRow | null> {
  const text = `
    update webhook_subscriptions r set url = $4, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.installation_id = $2 and r.id = $3
    returning ${buildColumnsSql("$5")}`;
  const row = await tx.maybeOne<SubscriptionRow>(text, [store.id, installation.id, id, url, store.timezone]);
  return row ?? null;
}

/** Delete a subscription of an installation. @returns whether it existed */
export async function deleteSubscription(
  tx: Queryable,
  { store, installation }: Subscriber,
  id: number,
): Promise<boolean> {
  const text = "delete from webhook_subscriptions where store_id = $1 and installation_id = $2 and id = $3";
  return (await tx.query(text, [store.id, installation.id, id])).rowCount > 0;
}

/** Which page of subscriptions to load. */
export interface SubscriptionPage {
  page: number;
  limit: number;
  sort: Sort;
}

/** Load a page of the subscriptions that meet the conditions, and the total number of these subscriptions. */
export async function selectSubscriptions(
  db: Queryable,
  conditions: Conditions,
  { page, limit, sort, zone }: SubscriptionPage & { zone: string },
): Promise<{ total: number; rows: SubscriptionRow[] }> {
  const where = conditions.sql;
  const valueCount = conditions.values.length;
  const zonePlaceholder = `$${valueCount + 1}`;
  const pagePlaceholder = `$${valueCount + 2}`;
  const limitPlaceholder = `$${valueCount + 3}`;
  const text = `
    with counted as materialized (select count(*) as total from webhook_subscriptions r where ${where})
    select counted.total, shown.* from counted left join lateral (
      select ${buildColumnsSql(zonePlaceholder)} from webhook_subscriptions r where ${where}
      order by ${buildOrderBy(sort)} limit ${limitPlaceholder} offset ${buildOffset("counted.total", pagePlaceholder, limitPlaceholder)}) shown on true`;
  const rows = await db.many<SubscriptionRow & { total: number; id: number | null }>(text, [
    ...conditions.values,
    zone,
    page,
    limit,
  ]);
  const total = rows[0]?.total ?? 0;
  // If the page is empty, the left join returns one row that has only the total.
  return { total, rows: rows.filter((row) => row.id !== null).map(({ total: _total, ...row }) => row) };
}
