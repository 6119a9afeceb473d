import type { Queryable } from "@souk/database";
import { selectInstallation } from "./installation-store.ts";

/**
 * Whether an app may still do in a store what needs a scope. Work that goes on after the request that asked for it asks again,
 * as the next request of the app would be asked (API-1).
 */
export async function appMay(
  run: Queryable,
  { store_id, installation_id }: { store_id: number; installation_id: number },
  scope: string,
): Promise<boolean> {
  const app = await selectInstallation(run, store_id, installation_id);
  return app !== null && app.status !== "disabled" && app.suspended_at === null && app.scopes.includes(scope);
}
