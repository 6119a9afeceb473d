import { type OperationResponse, type operations, resolvePage, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { buildAppSuspendedMessage, toSuspension } from "../../infrastructure/suspension.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { AppJson } from "./app-columns.ts";
import { buildAppJson, buildAppsJson } from "./app-json.ts";
import { type AppRow, countApps, selectApp, selectApps } from "./app-store.ts";
import {
  type AppInstallationRow,
  countAppInstallations,
  lockAppInstallation,
  selectAppInstallation,
  selectAppInstallations,
} from "./installation-list-store.ts";
import { assertPartnerNotSuspended, findPartner } from "./partner-store.ts";
import type { PartnerAppRef, PartnersDeps } from "./partners-deps.ts";

async function loadOwnApp(db: Queryable, ref: PartnerAppRef): Promise<AppRow> {
  return (await selectApp(db, ref)) ?? throwApiError("not_found");
}

/** Return an app of the account's partners. @throws ApiError `not_found`, also for another partner's app */
export async function getApp(db: Queryable, ref: PartnerAppRef, deps: PartnersDeps): Promise<AppJson> {
  return buildAppJson(db, await loadOwnApp(db, ref), deps);
}

/** List a page of the apps of the account's partners, the oldest first. */
export async function listApps(
  db: Queryable,
  request: { account_id: number; page: number; limit: number },
  deps: PartnersDeps,
): Promise<OperationResponse<typeof operations.listApps>> {
  const { account_id } = request;
  const page = resolvePage(await countApps(db, account_id), request.page, request.limit);
  return { apps: await buildAppsJson(db, await selectApps(db, account_id, page), deps), ...page };
}

/**
 * List a page of an app's installations, including uninstalled ones, with their stores.
 * @throws ApiError `not_found`, also for another partner's app
 */
export async function listAppInstallations(
  db: Queryable,
  request: PartnerAppRef & { page: number; limit: number; query?: string | undefined },
  { addresses }: PartnersDeps,
): Promise<OperationResponse<typeof operations.listAppInstallations>> {
  const search = { app_id: (await loadOwnApp(db, request)).id, query: request.query };
  const page = resolvePage(await countAppInstallations(db, search), request.page, request.limit);
  const rows = await selectAppInstallations(db, search, page);
  return { installations: rows.map((row) => toInstallationJson(row, addresses)), ...page };
}

function toInstallationJson(row: AppInstallationRow, addresses: Addresses): InstallationJson {
  return {
    id: row.id,
    shop: addresses.storeHost(row.store_handle),
    store_name: row.store_name,
    status: row.status,
    scopes: row.scopes,
    installed_at: row.installed_at.toISOString(),
    uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
    token_last_used_at: row.token_last_used_at?.toISOString() ?? null,
  };
}

type InstallationJson = OperationResponse<typeof operations.getAppInstallation>["installation"];

/** The ids with which a partner's member refers to an installation of an app. */
export interface PartnerInstallationRef extends PartnerAppRef {
  installation_id: number;
}

async function loadOwnInstallation(db: Queryable, ref: PartnerInstallationRef): Promise<AppInstallationRow> {
  const { id } = await loadOwnApp(db, ref);
  return (await selectAppInstallation(db, id, ref.installation_id)) ?? throwApiError("not_found");
}

/** Assert that an installation belongs to an app of the account's partners. @throws ApiError `not_found` */
export async function assertOwnInstallation(db: Queryable, ref: PartnerInstallationRef): Promise<void> {
  await loadOwnInstallation(db, ref);
}

/**
 * Lock an installation until the transaction ends, and assert that deliveries may be sent to it.
 * @throws ApiError `not_found`; `partner_suspended`; `conflict` if it is disabled or uninstalled, or if its app is suspended
 */
export async function lockSendableInstallation(tx: Queryable, ref: PartnerInstallationRef): Promise<void> {
  const app = await loadOwnApp(tx, ref);
  await assertPartnerNotSuspended(tx, app.id);
  if (app.suspended_at !== null) throwApiError("conflict", { message: buildAppSuspendedMessage(app.name) });
  const status = (await lockAppInstallation(tx, app.id, ref.installation_id)) ?? throwApiError("not_found");
  if (status === "enabled") return;
  const reason =
    status === "disabled"
      ? "The merchant has disabled the app"
      : "The app is no longer installed in this store";
  throwApiError("conflict", { message: `${reason}, so nothing can be sent to it.` });
}

/**
 * Return an installation of an app.
 * @throws ApiError `not_found`, also for another partner's app or another app's installation
 */
export async function getAppInstallation(
  db: Queryable,
  ref: PartnerInstallationRef,
  { addresses }: PartnersDeps,
): Promise<OperationResponse<typeof operations.getAppInstallation>> {
  return { installation: toInstallationJson(await loadOwnInstallation(db, ref), addresses) };
}

/** Return the partner of an account, or null until the account registers its first app. */
export async function getOwnPartner(
  db: Queryable,
  accountId: number,
): Promise<OperationResponse<typeof operations.getOwnPartner>> {
  const partner = await findPartner(db, accountId);
  return { partner: partner && { id: partner.id, name: partner.name, suspended: toSuspension(partner) } };
}

/** Build the URL at which a merchant chooses a store and starts the installation (INS-1). */
function buildInstallLink(clientId: string, { addresses }: PartnersDeps): string {
  return `${addresses.adminOrigin}/apps/install/${clientId}`;
}

/** Return the install link of an app. @throws ApiError `not_found`, also for another partner's app */
export async function getInstallLink(
  db: Queryable,
  ref: PartnerAppRef,
  deps: PartnersDeps,
): Promise<OperationResponse<typeof operations.getInstallLink>> {
  const { client_id } = await loadOwnApp(db, ref);
  return { install_link: { url: buildInstallLink(client_id, deps) } };
}
