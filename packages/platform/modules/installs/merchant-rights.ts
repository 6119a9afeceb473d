import { refuse } from "@souk/contract";
import type { SignedIn } from "../../routing/call.ts";

/** Whether a member may install, change and uninstall apps; staff only see and open them. */
export function mayManage({ role }: Pick<SignedIn, "role">): boolean {
  return role === "owner" || role === "manager";
}

/** @throws Refusal `not_allowed` for staff */
export function requireManager(signedIn: Pick<SignedIn, "role">): void {
  if (!mayManage(signedIn))
    refuse("not_allowed", { message: "Only an owner or a manager of the shop may do that." });
}
