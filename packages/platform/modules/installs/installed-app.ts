import {
  isScope,
  type OperationResponse,
  type operations,
  resolvePage,
  scopes,
  throwApiError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { toSuspension } from "../../infrastructure/suspension.ts";
import { hasAppAccess, type MemberAccess } from "./app-access.ts";
import {
  countInstallations,
  type InstallationFilter,
  type InstallationRow,
  selectInstallation,
  selectInstallations,
} from "./installation-store.ts";

/** An installed app as the console operations return it. */
export type InstalledApp = OperationResponse<typeof operations.getInstalledApp>["app"];

/** Convert an installation to JSON for a member of its store, with a description of each of its scopes. */
export function toInstalledApp(row: InstallationRow, member: MemberAccess): InstalledApp {
  const { id, client_id, name, handle, kind, embedded, status } = row;
  return {
    id,
    client_id,
    name,
    handle,
    kind,
    embedded,
    status,
    suspended: toSuspension(row),
    scopes: row.scopes.map((scope) => ({ scope, allows: isScope(scope) ? scopes[scope] : scope })),
    partner_name: row.partner_name,
    has_access: hasAppAccess(member, row),
    has_page: row.app_url !== "",
    app_origin: row.app_url === "" ? null : new URL(row.app_url).origin,
    installed_at: row.installed_at.toISOString(),
    token_last_used_at: row.token_last_used_at?.toISOString() ?? null,
  };
}

/** Load an installed app of a store. @throws ApiError `not_found` */
export async function getInstalledApp(
  db: Queryable,
  { store_id, id, signed_in }: { store_id: number; id: number; signed_in: MemberAccess },
): Promise<{ app: InstalledApp }> {
  return {
    app: toInstalledApp(
      (await selectInstallation(db, store_id, id)) ?? throwApiError("not_found"),
      signed_in,
    ),
  };
}

/**
 * List a page of the apps of a store, the latest installed first. An app that is being uninstalled is listed until
 * it is removed.
 */
export async function listInstalledApps(
  db: Queryable,
  request: InstallationFilter & { store_id: number; signed_in: MemberAccess; page: number; limit: number },
): Promise<OperationResponse<typeof operations.listInstalledApps>> {
  const { store_id, signed_in, limit } = request;
  const page = resolvePage(await countInstallations(db, store_id, request), request.page, limit);
  const rows = await selectInstallations(db, store_id, {
    ...request,
    limit,
    offset: (page.page - 1) * limit,
  });
  return { apps: rows.map((row) => toInstalledApp(row, signed_in)), ...page };
}
