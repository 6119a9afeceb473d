import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { MemberAccess } from "./app-access.ts";
import { type InstallationRow, lockInstallation, setInstallationStatus } from "./installation-store.ts";
import { type InstalledApp, toInstalledApp } from "./installed-app.ts";
import type { InstallsDeps } from "./installs-deps.ts";

interface InstallationRef {
  store_id: number;
  id: number;
}

/** Lock an installation that can be disabled or enabled. @throws ApiError `not_found`; `conflict` while it is being uninstalled */
async function lockChangeableInstallation(
  tx: Queryable,
  { store_id, id }: InstallationRef,
): Promise<InstallationRow> {
  const row = (await lockInstallation(tx, store_id, id)) ?? throwApiError("not_found");
  if (row.status === "uninstalling")
    throwApiError("conflict", {
      message: `${row.name} is being uninstalled. Install it again when the uninstall has finished.`,
    });
  return row;
}

/**
 * Disable an app. Its tokens are rejected, nothing is sent to it, and its pending deliveries wait until it is enabled
 * (INS-18, WHK-8). Nothing changes if it is disabled already.
 *
 * @throws ApiError `not_found`; `conflict` while the app is being uninstalled
 */
export async function disableApp(
  tx: Queryable,
  request: InstallationRef & { signed_in: MemberAccess },
  { clock, deliveries }: Pick<InstallsDeps, "clock" | "deliveries">,
): Promise<{ app: InstalledApp }> {
  const row = await lockChangeableInstallation(tx, request);
  if (row.status === "enabled") {
    await setInstallationStatus(tx, row.id, { status: "disabled", now: new Date(clock.now()) });
    await deliveries.stopLanes(tx, row.id);
  }
  return { app: toInstalledApp({ ...row, status: "disabled" }, request.signed_in) };
}

/**
 * Enable an app. Its pending deliveries are sent, and one delivery number is skipped. The gap in the numbers tells the app
 * that it was disabled and should read the event log (INS-18). Nothing changes if it is enabled already.
 *
 * @throws ApiError `not_found`; `conflict` while the app is being uninstalled
 */
export async function enableApp(
  tx: Queryable,
  request: InstallationRef & { signed_in: MemberAccess },
  { clock, deliveries }: Pick<InstallsDeps, "clock" | "deliveries">,
): Promise<{ app: InstalledApp }> {
  const row = await lockChangeableInstallation(tx, request);
  if (row.status === "disabled") {
    await setInstallationStatus(tx, row.id, { status: "enabled", now: new Date(clock.now()) });
    await deliveries.resumeLanes(tx, row.id);
  }
  return { app: toInstalledApp({ ...row, status: "enabled" }, request.signed_in) };
}
