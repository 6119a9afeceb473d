import { refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { appIsSuspended } from "../../suspension.ts";
import { findPublicApp } from "./app-lookup.ts";
import { type InstallationRow, selectInstallation } from "./installation-store.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { openAddress, type PlaceInApp } from "./open-address.ts";

export interface Opened {
  open: { url: string; embedded: boolean };
}

/** Whether an installed app can be opened and work. @throws Refusal `conflict` saying why it cannot */
export function requireOpenable({ name, status, suspended_at }: InstallationRow): void {
  if (suspended_at !== null) refuse("conflict", { message: appIsSuspended(name) });
  if (status !== "enabled")
    refuse("conflict", {
      message: `${name} is ${status === "disabled" ? "disabled" : "being uninstalled"}.`,
    });
}

/**
 * Opens an installed app: its App URL or another place of it, signed anew each time (INS-14).
 *
 * @throws Refusal `not_found`; `conflict` while it is disabled, suspended or being uninstalled, or when it has no page
 */
export async function openApp(
  run: Queryable,
  { store, id, at }: { store: Store; id: number; at?: PlaceInApp },
  wiring: InstallsWiring,
): Promise<Opened> {
  const row = (await selectInstallation(run, store.id, id)) ?? refuse("not_found");
  requireOpenable(row);
  const app = { id: row.app_id, app_url: row.app_url };
  return { open: { url: await openAddress(run, { app, store, at }, wiring), embedded: row.embedded } };
}

/**
 * Starts an installation: the App URL with signed parameters, which sends the browser on to the authorize page (INS-1).
 *
 * @param order `app`: a client id or a handle
 * @throws Refusal `invalid` when there is no such app, or it is suspended
 */
export async function startInstall(
  run: Queryable,
  order: { store: Store; app: string },
  wiring: Pick<InstallsWiring, "clock" | "secrets">,
): Promise<Opened> {
  const app = (await findPublicApp(run, order.app)) ?? refuseField("app", "There is no app of this name.");
  if (app.suspended_at !== null) refuseField("app", appIsSuspended(app.name));
  return {
    open: { url: await openAddress(run, { app, store: order.store }, wiring), embedded: app.embedded },
  };
}
