import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type InstallationRow, lockInstallation, setStatus } from "./installation-store.ts";
import { type InstalledApp, showInstalledApp } from "./installed-app.ts";
import type { InstallsDeps } from "./installs-deps.ts";

interface Order {
  store_id: number;
  id: number;
}

async function lockStanding(tx: Queryable, { store_id, id }: Order): Promise<InstallationRow> {
  const row = (await lockInstallation(tx, store_id, id)) ?? throwApiError("not_found");
  if (row.status === "uninstalling")
    throwApiError("conflict", {
      message: `${row.name} is being uninstalled. Install it again when that has finished.`,
    });
  return row;
}

/**
 * Disable an app: its token fails from now on, nothing is sent to it, and pending deliveries wait (INS-18,
 * WHK-8). A disabled app stays as it is.
 *
 * @throws ApiError `not_found`; `conflict` while it is being uninstalled
 */
export async function disableApp(
  tx: Queryable,
  order: Order,
  { clock, deliveries }: Pick<InstallsDeps, "clock" | "deliveries">,
): Promise<{ app: InstalledApp }> {
  const row = await lockStanding(tx, order);
  if (row.status === "enabled") {
    await setStatus(tx, row.id, { status: "disabled", now: new Date(clock.now()) });
    await deliveries.bumpLaneEpochs(tx, row.id);
  }
  return { app: showInstalledApp({ ...row, status: "disabled" }) };
}

/**
 * Enable an app: pending deliveries are sent, and one delivery number is skipped, which shows the app that it
 * should read the log for what happened meanwhile (INS-18). An enabled app stays as it is.
 *
 * @throws ApiError `not_found`; `conflict` while it is being uninstalled
 */
export async function enableApp(
  tx: Queryable,
  order: Order,
  { clock, deliveries }: Pick<InstallsDeps, "clock" | "deliveries">,
): Promise<{ app: InstalledApp }> {
  const row = await lockStanding(tx, order);
  if (row.status === "disabled") {
    await setStatus(tx, row.id, { status: "enabled", now: new Date(clock.now()) });
    await deliveries.resumeInstallation(tx, row.id);
  }
  return { app: showInstalledApp({ ...row, status: "enabled" }) };
}
