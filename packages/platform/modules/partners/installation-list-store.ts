import type { Page } from "@souk/contract";
import type { Queryable } from "@souk/database";

/** An installation as the app's partner sees it, with its store. */
export interface AppInstallationRow {
  id: number;
  store_handle: string;
  store_name: string;
  status: "enabled" | "disabled" | "uninstalling" | "uninstalled";
  scopes: string[];
  installed_at: Date;
  uninstalled_at: Date | null;
  token_last_used_at: Date | null;
}

const appInstallationsSql = `
  select installation.id, store.handle as store_handle, store.name as store_name, installation.status,
    installation.scopes, installation.installed_at, installation.uninstalled_at,
    (select max(token.last_used_at) from access_tokens token where token.installation_id = installation.id)
      as token_last_used_at
  from installations installation join stores store on store.id = installation.store_id
  where installation.app_id = $1`;

/** Load an installation of an app, including an uninstalled one, or return null if the app has no installation with this id. */
export async function selectAppInstallation(
  db: Queryable,
  appId: number,
  installationId: number,
): Promise<AppInstallationRow | null> {
  const text = `${appInstallationsSql} and installation.id = $2`;
  return (await db.maybeOne<AppInstallationRow>(text, [appId, installationId])) ?? null;
}

/**
 * Lock an installation of an app until the transaction ends.
 * @returns the installation's status, or null if the app has no installation with this id
 */
export async function lockAppInstallation(
  tx: Queryable,
  appId: number,
  installationId: number,
): Promise<AppInstallationRow["status"] | null> {
  const text = "select status from installations where app_id = $1 and id = $2 for no key update";
  const row = await tx.maybeOne<Pick<AppInstallationRow, "status">>(text, [appId, installationId]);
  return row?.status ?? null;
}

const searchSql = `
  ($2::text is null or strpos(lower(store.name), lower($2)) > 0 or strpos(store.handle, lower($2)) > 0)`;

/**
 * A search in an app's installations, including uninstalled ones. If `query` is given, it must be part of the store's name or
 * handle.
 */
export interface InstallationSearch {
  app_id: number;
  query?: string | undefined;
}

/** Count the installations that a search finds. */
export async function countAppInstallations(
  db: Queryable,
  { app_id, query }: InstallationSearch,
): Promise<number> {
  const text = `select count(*) as count
    from installations installation join stores store on store.id = installation.store_id
    where installation.app_id = $1 and ${searchSql}`;
  return (await db.one<{ count: number }>(text, [app_id, query ?? null])).count;
}

/** Load a page of the installations that a search finds, the oldest first. */
export async function selectAppInstallations(
  db: Queryable,
  { app_id, query }: InstallationSearch,
  page: Page,
): Promise<AppInstallationRow[]> {
  const text = `${appInstallationsSql} and ${searchSql} order by installation.id limit $3 offset $4`;
  const values = [app_id, query ?? null, page.limit, (page.page - 1) * page.limit];
  return await db.many<AppInstallationRow>(text, values);
}
