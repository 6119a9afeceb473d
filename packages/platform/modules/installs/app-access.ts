import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";

/** The access of a member of a store, which decides which apps the member may open. */
export type MemberAccess = Pick<SignedIn, "rights" | "scopes" | "installation_ids">;

/** Return whether a member may install, change and uninstall apps. */
export function canManageApps({ rights }: Pick<SignedIn, "rights">): boolean {
  return rights.includes("apps.manage");
}

/**
 * Return whether a member may open an installed app. Through an app, a person can do what the app can do. Members who may
 * not manage apps can therefore open an app only if their scopes include all scopes of the app, or if a manager gave them
 * access to the app.
 */
export function hasAppAccess(
  member: MemberAccess,
  { id, scopes }: { id: number; scopes: readonly string[] },
): boolean {
  // guard app-beyond-scopes: with `true || scopes.every(` instead of `scopes.every(`, app-access.test.ts fails
  return (
    canManageApps(member) ||
    member.installation_ids.includes(id) ||
    scopes.every((scope) => member.scopes.some((memberScope) => memberScope === scope))
  );
}

/** Build the message that says why a member may not open an app, and whom to ask. */
export function buildNoAccessMessage(appName: string): string {
  return `You don't have access to ${appName}, because the app can do more in this store than you can. Ask the owner or a manager to give you access to the app.`;
}

/** Assert that a member may open an installed app. @throws ApiError `not_allowed` */
export function assertAppAccess(
  member: MemberAccess,
  app: { id: number; name: string; scopes: readonly string[] },
): void {
  if (!hasAppAccess(member, app)) throwApiError("not_allowed", { message: buildNoAccessMessage(app.name) });
}

/** Return the installation ids from the list that do not exist in the store or are uninstalled. */
export async function findMissingInstallations(
  db: Queryable,
  storeId: number,
  ids: readonly number[],
): Promise<number[]> {
  const text = `
    select wanted.id from unnest($2::bigint[]) as wanted (id)
    where not exists (select from installations i where i.store_id = $1 and i.id = wanted.id and i.status <> 'uninstalled')`;
  return (await db.many<{ id: number }>(text, [storeId, ids])).map(({ id }) => id);
}
