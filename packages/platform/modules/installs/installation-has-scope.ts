import type { Queryable } from "@souk/database";
import { selectInstallation } from "./installation-store.ts";

/**
 * Return whether an app still has a scope in a store. Work that continues after its request must check the scope again, as
 * a new request of the app would be checked (API-1).
 */
export async function installationHasScope(
  db: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  scope: string,
): Promise<boolean> {
  const app = await selectInstallation(db, store_id, installation_id);
  return app !== null && app.status !== "disabled" && app.suspended_at === null && app.scopes.includes(scope);
}
