import { callConsole } from "./console-call.ts";
import type { InstallRequest } from "./install-app.ts";
import type { SeededApp } from "./register-app.ts";

/** Load the id of an app's installation in a store over the store's console API. */
export async function loadInstallationId(
  { host_url, owner }: Pick<InstallRequest["store"], "host_url" | "owner">,
  { client_id }: Pick<SeededApp, "client_id">,
): Promise<number> {
  const url = `${host_url}/api/console/apps.json?client_id=${client_id}`;
  const { apps } = await callConsole<{ apps: { id: number }[] }>(owner.browser, ["GET", url]);
  if (!apps[0]) throw new Error(`No app ${client_id} is installed at ${host_url}.`);
  return apps[0].id;
}
