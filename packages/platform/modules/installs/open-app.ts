import { throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { appIsSuspended } from "../../infrastructure/suspension.ts";
import { findPublicApp } from "./app-lookup.ts";
import { type InstallationRow, selectInstallation } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { openAddress, type PlaceInApp } from "./open-address.ts";

export interface Opened {
  open: { url: string; embedded: boolean };
}

/** Assert that an installed app can be opened and work. @throws ApiError `conflict` saying why it cannot */
export function assertOpenable({ name, status, suspended_at }: InstallationRow): void {
  if (suspended_at !== null) throwApiError("conflict", { message: appIsSuspended(name) });
  if (status !== "enabled")
    throwApiError("conflict", {
      message: `${name} is ${status === "disabled" ? "disabled. Enable it first." : "being uninstalled and cannot be opened."}`,
    });
}

/**
 * Open an installed app: build its App URL or another place of it, with a new signature each time (INS-14).
 *
 * @throws ApiError `not_found`; `conflict` while it is disabled, suspended or being uninstalled, or when it
 *   has no page
 */
export async function openApp(
  db: Queryable,
  { store, id, at }: { store: Store; id: number; at?: PlaceInApp },
  deps: InstallsDeps,
): Promise<Opened> {
  const row = (await selectInstallation(db, store.id, id)) ?? throwApiError("not_found");
  assertOpenable(row);
  const app = { id: row.app_id, app_url: row.app_url };
  return { open: { url: await openAddress(db, { app, store, at }, deps), embedded: row.embedded } };
}

/**
 * Start an installation: build the App URL with signed parameters, which redirects the browser to the
 * authorize page (INS-1).
 *
 * @param order `app`: a client id or a handle
 * @throws ApiError `invalid` when there is no such app, or it is suspended
 */
export async function startInstall(
  db: Queryable,
  order: { store: Store; app: string },
  deps: Pick<InstallsDeps, "clock" | "secrets">,
): Promise<Opened> {
  const app =
    (await findPublicApp(db, order.app)) ?? throwFieldError("app", "not_found", { resource: "app" });
  if (app.suspended_at !== null) throwFieldError("app", "not_allowed", {}, appIsSuspended(app.name));
  return {
    open: { url: await openAddress(db, { app, store: order.store }, deps), embedded: app.embedded },
  };
}
