import type { Queryable } from "@souk/database";
import { selectInstallation } from "./installation-store.ts";

/**
 * Return whether an app still has a scope in a store; false while the app is disabled or suspended. Work that continues after the
 * app's request has ended must check this again, as a new request of the app would be checked (API-1).
 */
export async function installationHasScope(
  db: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  scope: string,
): Promise<boolean> {
  const installation = await selectInstallation(db, store_id, installation_id);
  if (installation === null || installation.status === "disabled") return false;
  return installation.suspended_at === null && installation.scopes.includes(scope);
}
