import type { Page } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable, type Tables } from "@souk/database";
import type { ShownName } from "../../infrastructure/record-columns.ts";
import { appSuspensionColumns, type SuspensionColumns } from "../../infrastructure/suspension.ts";
import { type AppFields, appColumnFunctions, type appColumns } from "./app-columns.ts";
import { assertPartnerNotSuspended } from "./partner-store.ts";
import type { PartnerAppRef } from "./partners-deps.ts";

/** An app as its partner registered it (REG-2). It counts as suspended if the app or its partner is suspended. */
export interface AppRow
  extends Pick<Tables["apps"], ShownName<typeof appColumns> & keyof Tables["apps"]>,
    SuspensionColumns {
  installation_count: number;
}

/** An app to insert. A public app belongs to a partner, and a custom app to a store. */
export interface NewApp
  extends AppFields,
    Pick<Tables["apps"], "partner_id" | "store_id" | "handle" | "client_id"> {}

const { listColumns, listShownColumns } = appColumnFunctions;

// Selects only apps of the partners that the account is a member of. Other partners' apps are not found.
const ownAppsSql = `
  select ${listShownColumns("app")}, ${appSuspensionColumns},
    (select count(*) from installations installation
      where installation.app_id = app.id and installation.status in ('enabled', 'disabled')) as installation_count
  from apps app join partner_members member on member.partner_id = app.partner_id
    join partners partner on partner.id = app.partner_id
  where member.account_id = $1`;

/** Load one of an account's apps, or return null if the app does not exist or belongs to another partner. */
export async function selectApp(
  db: Queryable,
  { account_id, app_id }: PartnerAppRef,
): Promise<AppRow | null> {
  const row = await db.maybeOne<AppRow>(`${ownAppsSql} and app.id = $2`, [account_id, app_id]);
  return row ?? null;
}

/**
 * Load one of an account's apps and lock it until the transaction ends, or return null as `selectApp` does. Every change of an
 * app begins with this lock.
 *
 * @throws ApiError `partner_suspended`
 */
export async function lockApp(tx: Queryable, { account_id, app_id }: PartnerAppRef): Promise<AppRow | null> {
  const text = `${ownAppsSql} and app.id = $2 for no key update of app`;
  const row = await tx.maybeOne<AppRow>(text, [account_id, app_id]);
  if (row !== undefined) await assertPartnerNotSuspended(tx, app_id);
  return row ?? null;
}

/** Return the id of an app's partner; null for a custom app. */
export async function selectPartnerOfApp(db: Queryable, appId: number): Promise<number | null> {
  const text = "select partner_id from apps where id = $1";
  return (await db.one<{ partner_id: number | null }>(text, [appId])).partner_id;
}

/** Load a page of an account's apps, the oldest first. */
export async function selectApps(db: Queryable, accountId: number, page: Page): Promise<AppRow[]> {
  const text = `${ownAppsSql} order by app.id limit $2 offset $3`;
  return await db.many<AppRow>(text, [accountId, page.limit, (page.page - 1) * page.limit]);
}

/** Count an account's apps, or only those with these ids. */
export async function countApps(db: Queryable, accountId: number, ids?: readonly number[]): Promise<number> {
  const text = `select count(*) as count from apps app
    join partner_members member on member.partner_id = app.partner_id
    where member.account_id = $1 and ($2::bigint[] is null or app.id = any ($2))`;
  return (await db.one<{ count: number }>(text, [accountId, ids ?? null])).count;
}

/** Insert an app. @returns null if its handle is taken */
export async function insertApp(tx: Queryable, app: NewApp): Promise<AppRow | null> {
  const text = `
    insert into apps (kind, partner_id, store_id, handle, client_id, ${listColumns()})
    select case when a.partner_id is null then 'custom' else 'public' end, a.partner_id, a.store_id, a.handle, a.client_id,
      ${listColumns("a")}
    from jsonb_populate_record(null::apps, $1::jsonb) a
    on conflict (handle) do nothing
    returning ${listShownColumns("apps")}, 0 as installation_count, suspended_at, suspended_reason`;
  return (await tx.maybeOne<AppRow>(text, [JSON.stringify(app)])) ?? null;
}

/** Update an app that the transaction has locked. */
export async function updateAppRow(tx: Queryable, appId: number, fields: AppFields): Promise<void> {
  const text = `
    update apps set (${listColumns()}) = (select ${listColumns("a")} from jsonb_populate_record(null::apps, $2::jsonb) a),
      updated_at = ${monotonicUpdatedAt("updated_at")}
    where id = $1`;
  await tx.query(text, [appId, JSON.stringify(fields)]);
}
