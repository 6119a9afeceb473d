import { type OperationResponse, type operations, resolvePage } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { appIsNotSuspended } from "../../../infrastructure/suspension.ts";
import { hasAppAccess } from "../../installs/index.ts";

type AppLinks = OperationResponse<typeof operations.listAppLinks>;

interface LinkRow {
  id: number;
  label: string;
  placement: AppLinks["app_links"][number]["placement"];
  installation_id: number;
  client_id: string;
  name: string;
  embedded: boolean;
  scopes: string[];
}

// A link is listed if its app is enabled, has an App URL and is not suspended, whether or not the member has access to the app.
const openableLinksSql = `
  from admin_links link join installations installation on installation.id = link.installation_id
    join apps app on app.id = installation.app_id left join partners partner on partner.id = app.partner_id
  where link.store_id = $1 and ($2::text is null or link.placement = $2)
    and installation.status = 'enabled' and app.app_url <> '' and ${appIsNotSuspended}`;

const countStatement = defineStatement("app_links_count", `select count(*) as count ${openableLinksSql}`);

const pageStatement = defineStatement(
  "app_links_page",
  `
    select link.id, link.label, link.placement, link.installation_id, app.client_id, app.name, app.embedded,
      installation.scopes ${openableLinksSql}
    order by lower(app.name), link.installation_id, link.id limit $3 offset $4`,
);

/** List the links of apps in the store's admin, sorted by the app's name. */
export async function listAppLinks(
  db: Queryable,
  { store, signed_in, query }: Call<typeof operations.listAppLinks>,
): Promise<AppLinks> {
  const filterValues = [store.id, query.placement ?? null];
  const row = await db.one<{ count: number }>(countStatement, filterValues);
  const page = resolvePage(row.count, query.page, query.limit);
  const values = [...filterValues, query.limit, (page.page - 1) * query.limit];
  const rows = await db.many<LinkRow>(pageStatement, values);
  const app_links = rows.map(({ id, label, placement, installation_id, scopes, ...app }) => ({
    id,
    label,
    placement,
    app: {
      id: installation_id,
      ...app,
      has_access: hasAppAccess(signed_in, { id: installation_id, scopes }),
    },
  }));
  return { app_links, ...page };
}
