import { refuse, refuseField, type Scope } from "@souk/contract";
import type { SignedIn } from "../../routing/call.ts";
import type { Role } from "./member-store.ts";

/** What somebody is given. */
export interface GivenRole {
  role: "manager" | "staff";
  scopes: Scope[];
}

/**
 * A role as it is asked for, whole.
 * @throws Refusal `invalid` naming `scopes` when staff would have no area, or managers some
 */
export function givenRole({ role, scopes = [] }: { role: GivenRole["role"]; scopes?: Scope[] }): GivenRole {
  if (role === "staff" && scopes.length === 0)
    refuseField("scopes", "Choose at least one area; somebody without any sees nothing.");
  if (role === "manager" && scopes.length > 0)
    refuseField("scopes", "A manager has every area; leave the list empty, or choose the role staff.");
  return { role, scopes: [...new Set(scopes)].sort() };
}

/**
 * Only the owner decides about managers; managers decide about staff.
 * @param roles what the person is, and what they would be
 * @throws Refusal `not_allowed`
 */
export function requireAbove({ role }: Pick<SignedIn, "role">, ...roles: Role[]): void {
  if (roles.includes("owner")) refuse("not_allowed", { message: "The owner can only hand the shop over." });
  if (role !== "owner" && roles.includes("manager"))
    refuse("not_allowed", { message: "Only the owner of the shop decides about managers." });
}
