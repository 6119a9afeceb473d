import type { Page } from "@souk/contract";
import type { Queryable } from "@souk/database";

/** An installation as the app's partner sees it: its store, its beginning and its end. */
export interface AppInstallationRow {
  id: number;
  store_handle: string;
  store_name: string;
  status: "enabled" | "disabled" | "uninstalling" | "uninstalled";
  scopes: string[];
  installed_at: Date;
  uninstalled_at: Date | null;
}

const ofApp = `
  select installation.id, store.handle as store_handle, store.name as store_name, installation.status,
    installation.scopes, installation.installed_at, installation.uninstalled_at
  from installations installation join stores store on store.id = installation.store_id
  where installation.app_id = $1`;

/** Load one installation of an app, ended or not; null when it is another app's. */
export async function selectAppInstallation(
  db: Queryable,
  appId: number,
  installationId: number,
): Promise<AppInstallationRow | null> {
  const text = `${ofApp} and installation.id = $2`;
  return (await db.maybeOne<AppInstallationRow>(text, [appId, installationId])) ?? null;
}

/**
 * Lock an installation of an app until the transaction ends. @returns its status; null when it is another
 * app's
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

const found = `
  ($2::text is null or strpos(lower(store.name), lower($2)) > 0 or strpos(store.handle, lower($2)) > 0)`;

/**
 * A search in an app's installations, ended ones included; only in stores whose name or handle contains the
 * text, if given.
 */
export interface InstallationSearch {
  app_id: number;
  query?: string | undefined;
}

/** Count the current and former installations of an app. */
export async function countAppInstallations(
  db: Queryable,
  { app_id, query }: InstallationSearch,
): Promise<number> {
  const text = `select count(*) as count
    from installations installation join stores store on store.id = installation.store_id
    where installation.app_id = $1 and ${found}`;
  return (await db.one<{ count: number }>(text, [app_id, query ?? null])).count;
}

/** List one page of an app's installations, the oldest first. */
export async function selectAppInstallations(
  db: Queryable,
  { app_id, query }: InstallationSearch,
  page: Page,
): Promise<AppInstallationRow[]> {
  const text = `${ofApp} and ${found} order by installation.id limit $3 offset $4`;
  const values = [app_id, query ?? null, page.limit, (page.page - 1) * page.limit];
  return await db.many<AppInstallationRow>(text, values);
}
