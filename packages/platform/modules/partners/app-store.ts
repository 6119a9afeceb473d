import type { Page } from "@souk/contract";
import { laterThan, type Queryable } from "@souk/database";
import { appSuspensionColumns, type SuspensionColumns } from "../../suspension.ts";
import { requireLiftedPartner } from "./partner-store.ts";
import type { OwnApp } from "./partners-wiring.ts";

/** An app as its partner keeps it (REG-2). It counts as suspended while its partner is. */
export interface AppRow extends SuspensionColumns {
  id: number;
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  redirection_urls: string[];
  embedded: boolean;
  installation_count: number;
  created_at: Date;
  updated_at: Date;
}

export interface NewApp {
  /** The owner: a partner of a public app, or the store of a custom one. */
  partner_id: number | null;
  store_id: number | null;
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  redirection_urls: readonly string[];
  embedded: boolean;
}

// Whoever asks sees the apps of its own partners only; another's looks like none.
const ownApps = `
  select app.id, app.name, app.handle, app.client_id, app.app_url, app.redirection_urls, app.embedded,
    app.created_at, app.updated_at, ${appSuspensionColumns},
    (select count(*) from installations installation
      where installation.app_id = app.id and installation.status in ('enabled', 'disabled')) as installation_count
  from apps app join partner_members member on member.partner_id = app.partner_id
    join partners partner on partner.id = app.partner_id
  where member.account_id = $1`;

/** One of an account's apps; null when there is none of that id, or it is another partner's. */
export async function selectApp(run: Queryable, { account_id, app_id }: OwnApp): Promise<AppRow | null> {
  const { rows } = await run.query<AppRow>(`${ownApps} and app.id = $2`, [account_id, app_id]);
  return rows[0] ?? null;
}

/**
 * The app, which no other transaction can change until this one ends; null as for `selectApp`. Every change of an app begins
 * here.
 *
 * @throws Refusal `partner_suspended`
 */
export async function lockApp(tx: Queryable, { account_id, app_id }: OwnApp): Promise<AppRow | null> {
  const text = `${ownApps} and app.id = $2 for no key update of app`;
  const { rows } = await tx.query<AppRow>(text, [account_id, app_id]);
  if (rows[0] !== undefined) await requireLiftedPartner(tx, app_id);
  return rows[0] ?? null;
}

/** One page of an account's apps, the oldest first. */
export async function selectApps(run: Queryable, accountId: number, page: Page): Promise<AppRow[]> {
  const text = `${ownApps} order by app.id limit $2 offset $3`;
  return (await run.query<AppRow>(text, [accountId, page.limit, (page.page - 1) * page.limit])).rows;
}

/** How many apps an account's partners have, of all or of those with some ids. */
export async function countApps(run: Queryable, accountId: number, ids?: readonly number[]): Promise<number> {
  const text = `select count(*) as count from apps app
    join partner_members member on member.partner_id = app.partner_id
    where member.account_id = $1 and ($2::bigint[] is null or app.id = any ($2))`;
  return (await run.query<{ count: number }>(text, [accountId, ids ?? null])).rows[0]?.count ?? 0;
}

/** Inserts an app; null when its handle is taken. */
export async function insertApp(tx: Queryable, app: NewApp): Promise<AppRow | null> {
  const text = `
    insert into apps (kind, partner_id, store_id, name, handle, client_id, app_url, redirection_urls, embedded)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (handle) do nothing
    returning id, name, handle, client_id, app_url, redirection_urls, embedded, 0 as installation_count,
      suspended_at, suspended_reason, created_at, updated_at`;
  const { partner_id, store_id, name, handle, client_id, app_url, redirection_urls, embedded } = app;
  const kind = partner_id === null ? "custom" : "public";
  const values = [kind, partner_id, store_id, name, handle, client_id, app_url, redirection_urls, embedded];
  return (await tx.query<AppRow>(text, values)).rows[0] ?? null;
}

export type AppChange = Pick<AppRow, "name" | "app_url" | "redirection_urls" | "embedded">;

/** Changes an app that the transaction has locked. */
export async function updateAppRow(tx: Queryable, appId: number, change: AppChange): Promise<void> {
  const text = `
    update apps set name = $2, app_url = $3, redirection_urls = $4, embedded = $5,
      updated_at = ${laterThan("updated_at")}
    where id = $1`;
  const { name, app_url, redirection_urls, embedded } = change;
  await tx.query(text, [appId, name, app_url, redirection_urls, embedded]);
}
