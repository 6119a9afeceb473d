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

/** How many installations an app has or had. */
export async function countInstallationsOf(run: Queryable, appId: number): Promise<number> {
  const text = "select count(*) as count from installations where app_id = $1";
  return (await run.query<{ count: number }>(text, [appId])).rows[0]?.count ?? 0;
}

/** One page of an app's installations, ended ones included, the oldest first. */
export async function selectInstallationsOf(
  run: Queryable,
  appId: number,
  page: Page,
): Promise<AppInstallationRow[]> {
  const text = `
    select installation.id, store.handle as store_handle, store.name as store_name, installation.status,
      installation.scopes, installation.installed_at, installation.uninstalled_at
    from installations installation join stores store on store.id = installation.store_id
    where installation.app_id = $1
    order by installation.id limit $2 offset $3`;
  const values = [appId, page.limit, (page.page - 1) * page.limit];
  return (await run.query<AppInstallationRow>(text, values)).rows;
}
