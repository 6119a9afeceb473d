import { type AnswerOf, type operations, pageOf, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import { appIsSuspended, suspensionOf } from "../../suspension.ts";
import { type AppRow, countApps, selectApp, selectApps } from "./app-store.ts";
import {
  type AppInstallationRow,
  countInstallationsOf,
  lockInstallationOf,
  selectInstallationOf,
  selectInstallationsOf,
} from "./installation-list-store.ts";
import { findPartner, requireLiftedPartner } from "./partner-store.ts";
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
  question: OwnApp & { page: number; limit: number; query?: string | undefined },
  { addresses }: PartnersWiring,
): Promise<AnswerOf<typeof operations.listAppInstallations>> {
  const search = { app_id: (await ownApp(run, question)).id, query: question.query };
  const page = pageOf(await countInstallationsOf(run, search), question.page, question.limit);
  const rows = await selectInstallationsOf(run, search, page);
  return { installations: rows.map((row) => showInstallation(row, addresses)), ...page };
}

function showInstallation(row: AppInstallationRow, addresses: Addresses): ShownInstallation {
  return {
    id: row.id,
    shop: addresses.shopHost(row.store_handle),
    store_name: row.store_name,
    status: row.status,
    scopes: row.scopes,
    installed_at: row.installed_at.toISOString(),
    uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
  };
}

type ShownInstallation = AnswerOf<typeof operations.getAppInstallation>["installation"];

/** An installation as the app's partner names it. */
export interface OwnInstallation extends OwnApp {
  installation_id: number;
}

async function ownInstallation(run: Queryable, own: OwnInstallation): Promise<AppInstallationRow> {
  const { id } = await ownApp(run, own);
  return (await selectInstallationOf(run, id, own.installation_id)) ?? refuse("not_found");
}

/** Lets nobody ask about an installation of another partner's app. @throws Refusal `not_found` */
export async function requireOwnInstallation(run: Queryable, own: OwnInstallation): Promise<void> {
  await ownInstallation(run, own);
}

/**
 * Lets nobody send to an installation that nothing may be sent to, and keeps it as it is until the transaction ends.
 * @throws Refusal `not_found`; `partner_suspended`; `conflict` when it is disabled or uninstalled, or its app is suspended
 */
export async function holdOwnInstallation(tx: Queryable, own: OwnInstallation): Promise<void> {
  const app = await ownApp(tx, own);
  await requireLiftedPartner(tx, app.id);
  if (app.suspended_at !== null) refuse("conflict", { message: appIsSuspended(app.name) });
  const status = (await lockInstallationOf(tx, app.id, own.installation_id)) ?? refuse("not_found");
  if (status === "enabled") return;
  const why =
    status === "disabled"
      ? "The merchant has disabled the app"
      : "The app is not installed in this shop any more";
  refuse("conflict", { message: `${why}: nothing is sent to it.` });
}

/** @throws Refusal `not_found`, the same for another partner's app and another app's installation */
export async function getAppInstallation(
  run: Queryable,
  own: OwnInstallation,
  { addresses }: PartnersWiring,
): Promise<AnswerOf<typeof operations.getAppInstallation>> {
  return { installation: showInstallation(await ownInstallation(run, own), addresses) };
}

/** The partner of an account; null until it registers its first app. */
export async function getOwnPartner(
  run: Queryable,
  accountId: number,
): Promise<AnswerOf<typeof operations.getOwnPartner>> {
  const partner = await findPartner(run, accountId);
  return { partner: partner && { id: partner.id, name: partner.name, suspended: suspensionOf(partner) } };
}

/** The address where a merchant chooses a shop and starts the installation (INS-1). */
function installLink(clientId: string, { addresses }: PartnersWiring): string {
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
