import { refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type InstallationRow, lockInstallation, setStatus } from "./installation-store.ts";
import { type InstalledApp, showInstalledApp } from "./installed-app.ts";
import type { InstallsWiring } from "./installs-wiring.ts";

type SwitchWiring = Pick<InstallsWiring, "clock" | "deliveries">;

interface Order {
  store_id: number;
  id: number;
}

async function lockStanding(tx: Queryable, { store_id, id }: Order): Promise<InstallationRow> {
  const row = (await lockInstallation(tx, store_id, id)) ?? refuse("not_found");
  if (row.status === "uninstalling") refuse("conflict", { message: `${row.name} is being uninstalled.` });
  return row;
}

/**
 * Disables an app: its token fails from now on, nothing is sent to it, and what is pending waits (INS-18, WHK-8). One that
 * is disabled already stays as it is.
 *
 * @throws Refusal `not_found`; `conflict` while it is being uninstalled
 */
export async function disableApp(
  tx: Queryable,
  order: Order,
  { clock, deliveries }: SwitchWiring,
): Promise<{ app: InstalledApp }> {
  const row = await lockStanding(tx, order);
  if (row.status === "enabled") {
    await setStatus(tx, row.id, { status: "disabled", now: new Date(clock.now()) });
    await deliveries.bumpLaneEpochs(tx, row.id);
  }
  return { app: showInstalledApp({ ...row, status: "disabled" }) };
}

/**
 * Enables an app again: what waited goes out, and one delivery number is left out, which tells the app to read the log
 * for what happened meanwhile (INS-18). One that is enabled already stays as it is.
 *
 * @throws Refusal `not_found`; `conflict` while it is being uninstalled
 */
export async function enableApp(
  tx: Queryable,
  order: Order,
  { clock, deliveries }: SwitchWiring,
): Promise<{ app: InstalledApp }> {
  const row = await lockStanding(tx, order);
  if (row.status === "disabled") {
    await setStatus(tx, row.id, { status: "enabled", now: new Date(clock.now()) });
    await deliveries.resumeInstallation(tx, row.id);
  }
  return { app: showInstalledApp({ ...row, status: "enabled" }) };
}
