import { type AnswerOf, type operations, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { appIsLifted } from "../../suspension.ts";
import type { InstallsWiring } from "./installs-wiring.ts";

type AvailableApp = AnswerOf<typeof operations.listAvailableApps>["apps"][number];
type AvailableRow = Omit<AvailableApp, "app_origin"> & { app_url: string };

const offered = `
  from apps app join partners partner on partner.id = app.partner_id
  where app.kind = 'public' and ${appIsLifted}`;

const countStatement = { name: "apps_available_count", text: `select count(*) as count ${offered}` };
const pageStatement = {
  name: "apps_available",
  text: `
    select app.client_id, app.handle, app.name, app.embedded, app.app_url, nullif(partner.name, '') as partner_name,
      exists (
        select from installations i where i.store_id = $1 and i.app_id = app.id and i.status <> 'uninstalled') as installed
    ${offered} order by lower(app.name), app.id limit $2 offset $3`,
};

/**
 * The apps that a shop could install. Development offers all of this platform, so that a developer's own is one click away;
 * in production apps are found by their makers' links.
 */
export async function listAvailableApps(
  run: Queryable,
  question: { store_id: number; page: number; limit: number },
  { offersApps }: Pick<InstallsWiring, "offersApps">,
): Promise<AnswerOf<typeof operations.listAvailableApps>> {
  const { store_id, limit } = question;
  if (!offersApps) return { apps: [], ...pageOf(0, 1, limit) };
  const counted = await run.query<{ count: number }>(countStatement, []);
  const page = pageOf(counted.rows[0]?.count ?? 0, question.page, limit);
  const { rows } = await run.query<AvailableRow>(pageStatement, [store_id, limit, (page.page - 1) * limit]);
  return { apps: rows.map(shown), ...page };
}

function shown({ app_url, ...app }: AvailableRow): AvailableApp {
  return { ...app, app_origin: new URL(app_url).origin };
}
