import { throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { buildAppSuspendedMessage } from "../../infrastructure/suspension.ts";
import { assertAppAccess } from "./app-access.ts";
import { findPublicApp } from "./app-lookup.ts";
import { type AppTarget, buildAppUrl } from "./build-app-url.ts";
import { type InstallationRow, selectInstallation } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";

/** The signed URL that opens an app, and whether the admin embeds it. */
export interface OpenAppResponse {
  open: { url: string; embedded: boolean };
}

/** A request to open an installed app. */
export interface OpenAppRequest {
  store: Store;
  /** The id of the installation. */
  id: number;
  /** The person who opens the app. */
  signed_in: SignedIn;
  target?: AppTarget;
}

/** Assert that an installed app can be opened. @throws ApiError `conflict` with the reason why it cannot */
export function assertOpenable({ name, status, suspended_at }: InstallationRow): void {
  if (suspended_at !== null) throwApiError("conflict", { message: buildAppSuspendedMessage(name) });
  if (status !== "enabled")
    throwApiError("conflict", {
      message: `${name} is ${status === "disabled" ? "disabled. Enable it first." : "being uninstalled and cannot be opened."}`,
    });
}

/**
 * Open an installed app: build the signed App URL, or the signed URL of another target in the app (INS-14).
 *
 * @throws ApiError `not_found`; `not_allowed` if the person has no access to the app; `conflict` if the app is disabled,
 * suspended or being uninstalled, or has no App URL
 */
export async function openApp(
  db: Queryable,
  { store, id, signed_in, target }: OpenAppRequest,
  deps: InstallsDeps,
): Promise<OpenAppResponse> {
  const row = (await selectInstallation(db, store.id, id)) ?? throwApiError("not_found");
  // guard open-app-beyond-scopes: without it, app-access.test.ts fails
  assertAppAccess(signed_in, row);
  assertOpenable(row);
  const app = { id: row.app_id, app_url: row.app_url };
  return { open: { url: await buildAppUrl(db, { app, store, target }, deps), embedded: row.embedded } };
}

/**
 * Start an installation: build the signed App URL. From there the app redirects the browser to the authorize page
 * (INS-1).
 *
 * @param request.app the app's client id or handle
 * @throws ApiError `invalid` for `app` if it does not exist or is suspended
 */
export async function startInstall(
  db: Queryable,
  request: { store: Store; app: string },
  deps: Pick<InstallsDeps, "clock" | "secrets">,
): Promise<OpenAppResponse> {
  const app =
    (await findPublicApp(db, request.app)) ?? throwFieldError("app", "not_found", { resource: "app" });
  if (app.suspended_at !== null)
    throwFieldError("app", "not_allowed", {}, buildAppSuspendedMessage(app.name));
  return {
    open: { url: await buildAppUrl(db, { app, store: request.store }, deps), embedded: app.embedded },
  };
}
