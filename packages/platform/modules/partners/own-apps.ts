import { type AnswerOf, type operations, pageOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type AppRow, countApps, selectApp, selectApps } from "./app-store.ts";
import { countInstallationsOf, selectInstallationsOf } from "./installation-list-store.ts";
import type { OwnApp, PartnersWiring } from "./partners-wiring.ts";
import { type ShownApp, showApp, showApps } from "./shown-app.ts";

async function ownApp(run: Queryable, own: OwnApp): Promise<AppRow> {
  return (await selectApp(run, own)) ?? refuse("not_found");
}

/** @throws Refusal `not_found`, the same for another partner's app */
export async function getApp(run: Queryable, own: OwnApp, wiring: PartnersWiring): Promise<ShownApp> {
  return showApp(run, await ownApp(run, own), wiring);
}

/** The apps of the account's partners, the oldest first. */
export async function listApps(
  run: Queryable,
  question: { account_id: number; page: number; limit: number },
  wiring: PartnersWiring,
): Promise<AnswerOf<typeof operations.listApps>> {
  const { account_id } = question;
  const page = pageOf(await countApps(run, account_id), question.page, question.limit);
  return { apps: await showApps(run, await selectApps(run, account_id, page), wiring), ...page };
}

/**
 * The stores that have or had the app, and since when.
 * @throws Refusal `not_found`, the same for another partner's app
 */
export async function listAppInstallations(
  run: Queryable,
  question: OwnApp & { page: number; limit: number },
  { addresses }: PartnersWiring,
): Promise<AnswerOf<typeof operations.listAppInstallations>> {
  const { id } = await ownApp(run, question);
  const page = pageOf(await countInstallationsOf(run, id), question.page, question.limit);
  const installations = (await selectInstallationsOf(run, id, page)).map((row) => ({
    id: row.id,
    shop: addresses.shopHost(row.store_handle),
    store_name: row.store_name,
    status: row.status,
    scopes: row.scopes,
    installed_at: row.installed_at.toISOString(),
    uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
  }));
  return { installations, ...page };
}

/** The address where a merchant chooses a shop and starts the installation (INS-1). */
export function installLink(clientId: string, { addresses }: PartnersWiring): string {
  return `${addresses.adminOrigin}/apps/install/${clientId}`;
}

/** @throws Refusal `not_found`, the same for another partner's app */
export async function getInstallLink(
  run: Queryable,
  own: OwnApp,
  wiring: PartnersWiring,
): Promise<AnswerOf<typeof operations.getInstallLink>> {
  const { client_id } = await ownApp(run, own);
  return { install_link: { url: installLink(client_id, wiring) } };
}
