import { type FulfillmentTopic, type OperationResponse, type operations, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { appIsNotSuspended } from "../../infrastructure/suspension.ts";
import { hasAppAccess, type MemberAccess } from "../installs/index.ts";

type AppList = OperationResponse<typeof operations.listFulfillmentApps>;

interface AppRow {
  id: number;
  client_id: string;
  handle: string;
  name: string;
  topics: FulfillmentTopic[];
  scopes: string[];
}

/**
 * SQL query that selects the apps that can be called: they are enabled in the store, not suspended, and have a
 * fulfillment URL.
 */
const callableAppsText = `
  select installation.id, installation.scopes, app.client_id, app.handle, app.name,
    array(select url.topic from app_fulfillment_urls url where url.app_id = app.id order by url.topic desc) as topics
  from installations installation join apps app on app.id = installation.app_id
    left join partners partner on partner.id = app.partner_id
  where installation.store_id = $1 and installation.status = 'enabled' and ${appIsNotSuspended}
    and exists (select from app_fulfillment_urls url where url.app_id = app.id)`;

/** List the apps that can fulfill orders of a store, sorted by name. */
export async function listFulfillmentApps(
  db: Queryable,
  query: { store_id: number; signed_in: MemberAccess; page: number; limit: number },
): Promise<AppList> {
  const { store_id, signed_in } = query;
  const countRow = await db.maybeOne<{ count: number }>(
    `select count(*) as count from (${callableAppsText}) apps`,
    [store_id],
  );
  const page = resolvePage(countRow?.count ?? 0, query.page, query.limit);
  const text = `${callableAppsText} order by lower(app.name), installation.id limit $2 offset $3`;
  const rows = await db.many<AppRow>(text, [store_id, page.limit, (page.page - 1) * page.limit]);
  const fulfillment_apps = rows.map(({ scopes, ...app }) => ({
    ...app,
    has_access: hasAppAccess(signed_in, { id: app.id, scopes }),
  }));
  return { fulfillment_apps, ...page };
}
