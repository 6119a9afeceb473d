import { type OperationResponse, type operations, resolvePage } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { appIsLifted } from "../../infrastructure/suspension.ts";
import type { InstallsDeps } from "./installs-deps.ts";

type AvailableApp = OperationResponse<typeof operations.listAvailableApps>["apps"][number];
type AvailableRow = Omit<AvailableApp, "app_origin"> & { app_url: string };

const offered = `
  from apps app join partners partner on partner.id = app.partner_id
  where app.kind = 'public' and ${appIsLifted}`;

const countStatement = defineStatement("apps_available_count", `select count(*) as count ${offered}`);
const pageStatement = defineStatement(
  "apps_available",
  `
    select app.client_id, app.handle, app.name, app.embedded, app.app_url, nullif(partner.name, '') as partner_name,
      exists (
        select from installations i where i.store_id = $1 and i.app_id = app.id and i.status <> 'uninstalled') as installed
    ${offered} order by lower(app.name), app.id limit $2 offset $3`,
);

/**
 * List the apps that a store could install. Development offers all of this platform, so that a developer's
 * own app is one click away; in production apps are found by their makers' links.
 */
export async function listAvailableApps(
  db: Queryable,
  question: { store_id: number; page: number; limit: number },
  { offersApps }: Pick<InstallsDeps, "offersApps">,
): Promise<OperationResponse<typeof operations.listAvailableApps>> {
  const { store_id, limit } = question;
  if (!offersApps) return { apps: [], ...resolvePage(0, 1, limit) };
  const counted = await db.one<{ count: number }>(countStatement, []);
  const page = resolvePage(counted.count, question.page, limit);
  const rows = await db.many<AvailableRow>(pageStatement, [store_id, limit, (page.page - 1) * limit]);
  return { apps: rows.map(shown), ...page };
}

function shown({ app_url, ...app }: AvailableRow): AvailableApp {
  return { ...app, app_origin: new URL(app_url).origin };
}
