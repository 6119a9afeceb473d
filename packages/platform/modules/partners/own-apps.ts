import { type OperationResponse, type operations, resolvePage, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { appIsSuspended, toSuspension } from "../../infrastructure/suspension.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { ShownApp } from "./app-columns.ts";
import { type AppRow, countApps, selectApp, selectApps } from "./app-store.ts";
import {
  type AppInstallationRow,
  countAppInstallations,
  lockAppInstallation,
  selectAppInstallation,
  selectAppInstallations,
} from "./installation-list-store.ts";
import { assertPartnerNotSuspended, findPartner } from "./partner-store.ts";
import type { OwnApp, PartnersDeps } from "./partners-deps.ts";
import { showApp, showApps } from "./shown-app.ts";

async function ownApp(db: Queryable, own: OwnApp): Promise<AppRow> {
  return (await selectApp(db, own)) ?? throwApiError("not_found");
}

/** Load an app of one's own. @throws ApiError `not_found`, also for another partner's app */
export async function getApp(db: Queryable, own: OwnApp, deps: PartnersDeps): Promise<ShownApp> {
  return showApp(db, await ownApp(db, own), deps);
}

/** List the apps of the account's partners, the oldest first. */
export async function listApps(
  db: Queryable,
  question: { account_id: number; page: number; limit: number },
  deps: PartnersDeps,
): Promise<OperationResponse<typeof operations.listApps>> {
  const { account_id } = question;
  const page = resolvePage(await countApps(db, account_id), question.page, question.limit);
  return { apps: await showApps(db, await selectApps(db, account_id, page), deps), ...page };
}

/**
 * List the stores that have or had the app, with the times.
 * @throws ApiError `not_found`, also for another partner's app
 */
export async function listAppInstallations(
  db: Queryable,
  question: OwnApp & { page: number; limit: number; query?: string | undefined },
  { addresses }: PartnersDeps,
): Promise<OperationResponse<typeof operations.listAppInstallations>> {
  const search = { app_id: (await ownApp(db, question)).id, query: question.query };
  const page = resolvePage(await countAppInstallations(db, search), question.page, question.limit);
  const rows = await selectAppInstallations(db, search, page);
  return { installations: rows.map((row) => showInstallation(row, addresses)), ...page };
}

function showInstallation(row: AppInstallationRow, addresses: Addresses): ShownInstallation {
  return {
    id: row.id,
    shop: addresses.storeHost(row.store_handle),
    store_name: row.store_name,
    status: row.status,
    scopes: row.scopes,
    installed_at: row.installed_at.toISOString(),
    uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
  };
}

type ShownInstallation = OperationResponse<typeof operations.getAppInstallation>["installation"];

/** The ids by which an app's partner names an installation. */
export interface OwnInstallation extends OwnApp {
  installation_id: number;
}

async function ownInstallation(db: Queryable, own: OwnInstallation): Promise<AppInstallationRow> {
  const { id } = await ownApp(db, own);
  return (await selectAppInstallation(db, id, own.installation_id)) ?? throwApiError("not_found");
}

/** Assert that an installation is of one's own app. @throws ApiError `not_found` */
export async function assertOwnInstallation(db: Queryable, own: OwnInstallation): Promise<void> {
  await ownInstallation(db, own);
}

/**
 * Assert that an installation may be sent to, and lock it until the transaction ends.
 * @throws ApiError `not_found`; `partner_suspended`; `conflict` when it is disabled or uninstalled, or its
 *   app is suspended
 */
export async function holdOwnInstallation(tx: Queryable, own: OwnInstallation): Promise<void> {
  const app = await ownApp(tx, own);
  await assertPartnerNotSuspended(tx, app.id);
  if (app.suspended_at !== null) throwApiError("conflict", { message: appIsSuspended(app.name) });
  const status = (await lockAppInstallation(tx, app.id, own.installation_id)) ?? throwApiError("not_found");
  if (status === "enabled") return;
  const why =
    status === "disabled"
      ? "The merchant has disabled the app"
      : "The app is no longer installed in this store";
  throwApiError("conflict", { message: `${why}, so nothing can be sent to it.` });
}

/**
 * Load one installation of an app of one's own. @throws ApiError `not_found`, also for another partner's app
 * or another app's installation
 */
export async function getAppInstallation(
  db: Queryable,
  own: OwnInstallation,
  { addresses }: PartnersDeps,
): Promise<OperationResponse<typeof operations.getAppInstallation>> {
  return { installation: showInstallation(await ownInstallation(db, own), addresses) };
}

/** Load the partner of an account; null until it registers its first app. */
export async function getOwnPartner(
  db: Queryable,
  accountId: number,
): Promise<OperationResponse<typeof operations.getOwnPartner>> {
  const partner = await findPartner(db, accountId);
  return { partner: partner && { id: partner.id, name: partner.name, suspended: toSuspension(partner) } };
}

/** Build the URL where a merchant chooses a store and starts the installation (INS-1). */
function installLink(clientId: string, { addresses }: PartnersDeps): string {
  return `${addresses.adminOrigin}/apps/install/${clientId}`;
}

/**
 * Return the install link of an app of one's own. @throws ApiError `not_found`, also for another partner's
 * app
 */
export async function getInstallLink(
  db: Queryable,
  own: OwnApp,
  deps: PartnersDeps,
): Promise<OperationResponse<typeof operations.getInstallLink>> {
  const { client_id } = await ownApp(db, own);
  return { install_link: { url: installLink(client_id, deps) } };
}
