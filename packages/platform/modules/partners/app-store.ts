import type { Page } from "@souk/contract";
import { monotonicUpdatedAt, type Queryable, type Tables } from "@souk/database";
import type { ShownName } from "../../infrastructure/record-columns.ts";
import { appSuspensionColumns, type SuspensionColumns } from "../../infrastructure/suspension.ts";
import { type AppFields, type appColumns, appColumnUses } from "./app-columns.ts";
import { assertPartnerNotSuspended } from "./partner-store.ts";
import type { OwnApp } from "./partners-deps.ts";

/** An app as its partner registered it (REG-2). It counts as suspended while its partner is. */
export interface AppRow
  extends Pick<Tables["apps"], ShownName<typeof appColumns> & keyof Tables["apps"]>,
    SuspensionColumns {
  installation_count: number;
}

/** A new app. Its owner is a partner of a public app, or the store of a custom one. */
export interface NewApp
  extends AppFields,
    Pick<Tables["apps"], "partner_id" | "store_id" | "handle" | "client_id"> {}

const { list, listShown } = appColumnUses;

// Whoever asks sees the apps of its own partners only; another's looks like none.
const ownApps = `
  select ${listShown("app")}, ${appSuspensionColumns},
    (select count(*) from installations installation
      where installation.app_id = app.id and installation.status in ('enabled', 'disabled')) as installation_count
  from apps app join partner_members member on member.partner_id = app.partner_id
    join partners partner on partner.id = app.partner_id
  where member.account_id = $1`;

/** Load one of an account's apps; null when there is none with that id, or it is another partner's. */
export async function selectApp(db: Queryable, { account_id, app_id }: OwnApp): Promise<AppRow | null> {
  const row = await db.maybeOne<AppRow>(`${ownApps} and app.id = $2`, [account_id, app_id]);
  return row ?? null;
}

/**
 * Load an app and lock it against other changes until the transaction ends; null as for `selectApp`. Every
 * change of an app begins here.
 *
 * @throws ApiError `partner_suspended`
 */
export async function lockApp(tx: Queryable, { account_id, app_id }: OwnApp): Promise<AppRow | null> {
  const text = `${ownApps} and app.id = $2 for no key update of app`;
  const row = await tx.maybeOne<AppRow>(text, [account_id, app_id]);
  if (row !== undefined) await assertPartnerNotSuspended(tx, app_id);
  return row ?? null;
}

/** List one page of an account's apps, the oldest first. */
export async function selectApps(db: Queryable, accountId: number, page: Page): Promise<AppRow[]> {
  const text = `${ownApps} order by app.id limit $2 offset $3`;
  return await db.many<AppRow>(text, [accountId, page.limit, (page.page - 1) * page.limit]);
}

/** Count the apps of an account's partners, all or those with these ids. */
export async function countApps(db: Queryable, accountId: number, ids?: readonly number[]): Promise<number> {
  const text = `select count(*) as count from apps app
    join partner_members member on member.partner_id = app.partner_id
    where member.account_id = $1 and ($2::bigint[] is null or app.id = any ($2))`;
  return (await db.one<{ count: number }>(text, [accountId, ids ?? null])).count;
}

/** Insert an app; null when its handle is taken. */
export async function insertApp(tx: Queryable, app: NewApp): Promise<AppRow | null> {
  const text = `
    insert into apps (kind, partner_id, store_id, handle, client_id, ${list()})
    select case when a.partner_id is null then 'custom' else 'public' end, a.partner_id, a.store_id, a.handle, a.client_id,
      ${list("a")}
    from jsonb_populate_record(null::apps, $1::jsonb) a
    on conflict (handle) do nothing
    returning ${listShown("apps")}, 0 as installation_count, suspended_at, suspended_reason`;
  return (await tx.maybeOne<AppRow>(text, [JSON.stringify(app)])) ?? null;
}

/** Update an app that the transaction has locked. */
export async function updateAppRow(tx: Queryable, appId: number, fields: AppFields): Promise<void> {
  const text = `
    update apps set (${list()}) = (select ${list("a")} from jsonb_populate_record(null::apps, $2::jsonb) a),
      updated_at = ${monotonicUpdatedAt("updated_at")}
    where id = $1`;
  await tx.query(text, [appId, JSON.stringify(fields)]);
}
