import { type OperationResponse, type operations, resolvePage } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { appIsNotSuspended } from "../../infrastructure/suspension.ts";
import type { InstallsDeps } from "./installs-deps.ts";

type AvailableApp = OperationResponse<typeof operations.listAvailableApps>["apps"][number];
type AvailableRow = Omit<AvailableApp, "app_origin"> & { app_url: string };

const availableSql = `
  from apps app join partners partner on partner.id = app.partner_id
  where app.kind = 'public' and ${appIsNotSuspended}`;

const countStatement = defineStatement("apps_available_count", `select count(*) as count ${availableSql}`);
const pageStatement = defineStatement(
  "apps_available",
  `
    select app.client_id, app.handle, app.name, app.embedded, app.app_url, nullif(partner.name, '') as partner_name,
      exists (
        select from installations i where i.store_id = $1 and i.app_id = app.id and i.status <> 'uninstalled') as installed
    ${availableSql} order by lower(app.name), app.id limit $2 offset $3`,
);

/**
 * List the apps that a store can install from the admin. In development these are all public apps, so that a
 * developer's app is one click away. In production the list is empty, because merchants use the apps' install links.
 */
export async function listAvailableApps(
  db: Queryable,
  request: { store_id: number; page: number; limit: number },
  { offersApps }: Pick<InstallsDeps, "offersApps">,
): Promise<OperationResponse<typeof operations.listAvailableApps>> {
  const { store_id, limit } = request;
  if (!offersApps) return { apps: [], ...resolvePage(0, 1, limit) };
  const { count } = await db.one<{ count: number }>(countStatement, []);
  const page = resolvePage(count, request.page, limit);
  const rows = await db.many<AvailableRow>(pageStatement, [store_id, limit, (page.page - 1) * limit]);
  return { apps: rows.map(toAvailableApp), ...page };
}

function toAvailableApp({ app_url, ...app }: AvailableRow): AvailableApp {
  return { ...app, app_origin: new URL(app_url).origin };
}
