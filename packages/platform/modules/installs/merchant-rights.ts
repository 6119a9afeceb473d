import { throwApiError } from "@souk/contract";
import type { SignedIn } from "../../infrastructure/routing/call.ts";

/** Return whether a member may install, change and uninstall apps. The role staff may only see and open them. */
export function canManageApps({ role }: Pick<SignedIn, "role">): boolean {
  return role === "owner" || role === "manager";
}

/** Assert that a member may manage apps. @throws ApiError `not_allowed` for the role staff */
export function assertManager(signedIn: Pick<SignedIn, "role">): void {
  if (!canManageApps(signedIn))
    throwApiError("not_allowed", { message: "Only the owner or a manager of the store can do this." });
}
