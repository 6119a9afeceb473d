import type { Page } from "@souk/contract";
import type { Queryable } from "@souk/database";

/** An installation as the app's partner sees it: which shop, since when, and until when. */
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

/** One installation of an app, ended or not; null when it is none of the app's. */
export async function selectInstallationOf(
  run: Queryable,
  appId: number,
  installationId: number,
): Promise<AppInstallationRow | null> {
  const text = `${ofApp} and installation.id = $2`;
  return (await run.query<AppInstallationRow>(text, [appId, installationId])).rows[0] ?? null;
}

/** Keeps an installation of an app as it is until the transaction ends. @returns its status; null when it is none of the app's */
export async function lockInstallationOf(
  tx: Queryable,
  appId: number,
  installationId: number,
): Promise<AppInstallationRow["status"] | null> {
  const text = "select status from installations where app_id = $1 and id = $2 for no key update";
  const { rows } = await tx.query<Pick<AppInstallationRow, "status">>(text, [appId, installationId]);
  return rows[0]?.status ?? null;
}

const found = `
  ($2::text is null or strpos(lower(store.name), lower($2)) > 0 or strpos(store.handle, lower($2)) > 0)`;

/** Installations of an app, ended ones included; only in stores whose name or handle holds a text, if there is one. */
export interface InstallationSearch {
  app_id: number;
  query?: string | undefined;
}

/** How many installations an app has or had. */
export async function countInstallationsOf(
  run: Queryable,
  { app_id, query }: InstallationSearch,
): Promise<number> {
  const text = `select count(*) as count
    from installations installation join stores store on store.id = installation.store_id
    where installation.app_id = $1 and ${found}`;
  return (await run.query<{ count: number }>(text, [app_id, query ?? null])).rows[0]?.count ?? 0;
}

/** One page of an app's installations, the oldest first. */
export async function selectInstallationsOf(
  run: Queryable,
  { app_id, query }: InstallationSearch,
  page: Page,
): Promise<AppInstallationRow[]> {
  const text = `${ofApp} and ${found} order by installation.id limit $3 offset $4`;
  const values = [app_id, query ?? null, page.limit, (page.page - 1) * page.limit];
  return (await run.query<AppInstallationRow>(text, values)).rows;
}
