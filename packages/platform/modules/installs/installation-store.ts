import { defineStatement, monotonicUpdatedAt, type Queryable } from "@souk/database";
import { toStorableText } from "../../infrastructure/storable-text.ts";
import { appSuspensionColumns, type SuspensionColumns } from "../../infrastructure/suspension.ts";
import type { InstallationKey } from "./installs-deps.ts";
import { tokenLastUsedAtSql } from "./token-store.ts";

/**
 * An installation that is not uninstalled, with its app and the app's suspension.
 */
export interface InstallationRow extends SuspensionColumns {
  id: number;
  app_id: number;
  client_id: string;
  name: string;
  handle: string;
  kind: "public" | "custom";
  app_url: string;
  embedded: boolean;
  status: "enabled" | "disabled" | "uninstalling";
  scopes: string[];
  /** Null for a custom app, and if the partner has no name. */
  partner_name: string | null;
  installed_at: Date;
  token_last_used_at: Date | null;
}

/** The filters of a store's installations. */
export interface InstallationFilter {
  client_id?: string | undefined;
  kind?: "public" | "custom" | undefined;
}

const installationsSql = `
  select installation.id, installation.app_id, installation.status, installation.scopes, installation.installed_at,
    app.client_id, app.name, app.handle, app.kind, app.app_url, app.embedded,
    nullif(partner.name, '') as partner_name, ${appSuspensionColumns}, ${tokenLastUsedAtSql}
  from installations installation join apps app on app.id = installation.app_id
    left join partners partner on partner.id = app.partner_id
  where installation.store_id = $1 and installation.status <> 'uninstalled'`;

/** Load an installation of a store. @returns null if the store has no installation with this id, or it was uninstalled */
export async function selectInstallation(
  db: Queryable,
  storeId: number,
  id: number,
): Promise<InstallationRow | null> {
  const row = await db.maybeOne<InstallationRow>(`${installationsSql} and installation.id = $2`, [
    storeId,
    id,
  ]);
  return row ?? null;
}

/** Load an installation of a store and lock it until the transaction ends, or return null as `selectInstallation` does. */
export async function lockInstallation(
  tx: Queryable,
  storeId: number,
  id: number,
): Promise<InstallationRow | null> {
  const text = `${installationsSql} and installation.id = $2 for no key update of installation`;
  return (await tx.maybeOne<InstallationRow>(text, [storeId, id])) ?? null;
}

/** Load a store's installation of an app, or return null if the app is not installed there. */
export async function selectInstallationOfApp(
  db: Queryable,
  storeId: number,
  appId: number,
): Promise<InstallationRow | null> {
  const row = await db.maybeOne<InstallationRow>(`${installationsSql} and installation.app_id = $2`, [
    storeId,
    appId,
  ]);
  return row ?? null;
}

/** Load a store's installation of the app with this handle or client id, or return null if it is not installed there. */
export async function selectInstallationByHandleOrClientId(
  db: Queryable,
  storeId: number,
  { app_handle, client_id }: { app_handle?: string | undefined; client_id?: string | undefined },
): Promise<InstallationRow | null> {
  const text = `${installationsSql} and (app.handle = $2 or app.client_id = $3)`;
  const values = [storeId, toStorableText(app_handle ?? ""), toStorableText(client_id ?? "")];
  return (await db.maybeOne<InstallationRow>(text, values)) ?? null;
}

const filteredSql = `${installationsSql} and ($2::text is null or app.client_id = $2) and ($3::text is null or app.kind = $3)`;

/** List a store's installations, except uninstalled ones, the latest first. */
export async function selectInstallations(
  db: Queryable,
  storeId: number,
  { client_id, kind, limit, offset }: InstallationFilter & { limit: number; offset: number },
): Promise<InstallationRow[]> {
  const text = `${filteredSql} order by installation.installed_at desc, installation.id desc limit $4 offset $5`;
  const values = [storeId, client_id ?? null, kind ?? null, limit, offset];
  return await db.many<InstallationRow>(text, values);
}

/** Count a store's installations, except uninstalled ones. */
export async function countInstallations(
  db: Queryable,
  storeId: number,
  { client_id, kind }: InstallationFilter,
): Promise<number> {
  const text = `select count(*) as count from (${filteredSql}) installed`;
  const row = await db.one<{ count: number }>(text, [storeId, client_id ?? null, kind ?? null]);
  return row.count;
}

const setUpdatedAtSql = `updated_at = ${monotonicUpdatedAt("installations.updated_at")}`;

/**
 * Create an app's installation in a store, or add scopes to the existing one.
 *
 * @returns its id, and whether it was created; null if the existing installation is being uninstalled. In this case, the
 *   existing row is locked.
 */
export async function insertOrExtendInstallation(
  tx: Queryable,
  grant: { store_id: number; app_id: number; scopes: readonly string[] },
  now: Date,
): Promise<{ id: number; is_created: boolean } | null> {
  // In PostgreSQL, `xmax` is 0 in a row that was inserted, and not in one that was updated.
  const row = await tx.maybeOne<{ id: number; is_created: boolean }>(
    `insert into installations (store_id, app_id, status, scopes, installed_at) values ($1, $2, 'enabled', $3, $4)
     on conflict (store_id, app_id) where status <> 'uninstalled' do update
       set scopes = array(select distinct unnest(installations.scopes || excluded.scopes) order by 1), ${setUpdatedAtSql}
       where installations.status <> 'uninstalling'
     returning id, xmax = 0 as is_created`,
    [grant.store_id, grant.app_id, grant.scopes, now],
  );
  return row ?? null;
}

/** Set the status of an installation that the transaction has locked. */
export async function setInstallationStatus(
  tx: Queryable,
  id: number,
  change: { status: "enabled" | "disabled" | "uninstalling"; now: Date },
): Promise<void> {
  await tx.query(
    `update installations set status = $2,
       disabled_at = case when $2 = 'disabled' then $3::timestamptz end,
       uninstall_requested_at = case when $2 = 'uninstalling' then $3::timestamptz end, ${setUpdatedAtSql}
     where id = $1`,
    [id, change.status, change.now],
  );
}

/**
 * Mark an installation as uninstalled.
 * @returns the ids of the installation, its store and its app; null if the installation is not being uninstalled
 */
export async function endInstallation(tx: Queryable, id: number, now: Date): Promise<InstallationKey | null> {
  const row = await tx.maybeOne<InstallationKey>(
    `update installations set status = 'uninstalled', uninstalled_at = $2, ${setUpdatedAtSql}
     where id = $1 and status = 'uninstalling'
     returning id as installation_id, store_id, app_id`,
    [id, now],
  );
  return row ?? null;
}

const uninstallingStatement = defineStatement(
  "installations_uninstalling",
  `select id from installations where status = 'uninstalling' and uninstall_requested_at <= $1
        order by uninstall_requested_at limit $2`,
);

/** List the ids of the installations whose uninstall began at or before this time, the oldest first. */
export async function listUninstallingIds(
  db: Queryable,
  latestRequest: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(uninstallingStatement, [latestRequest, limit]);
  return rows.map(({ id }) => id);
}
