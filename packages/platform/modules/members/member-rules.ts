import { type Scope, throwApiError, throwFieldError } from "@souk/contract";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { Role } from "./member-store.ts";

/** The role that a person is given, with its scopes. */
export interface GivenRole {
  role: "manager" | "staff";
  scopes: Scope[];
}

/**
 * Validate a requested role with its scopes.
 * @throws ApiError `invalid` naming `scopes` when staff would have none, or managers some
 */
export function givenRole({ role, scopes = [] }: { role: GivenRole["role"]; scopes?: Scope[] }): GivenRole {
  if (role === "staff" && scopes.length === 0)
    throwFieldError("scopes", "too_few", { min: 1 }, "Choose at least one area.");
  if (role === "manager" && scopes.length > 0)
    throwFieldError(
      "scopes",
      "not_allowed",
      {},
      "A manager has access to all areas. Leave the list empty, or choose the role staff.",
    );
  return { role, scopes: [...new Set(scopes)].sort() };
}

/**
 * Assert that the caller may decide about these roles: only the owner about managers, and managers about
 * staff.
 * @param roles the person's current role, and the new one
 * @throws ApiError `not_allowed`
 */
export function assertAbove({ role }: Pick<SignedIn, "role">, ...roles: Role[]): void {
  if (roles.includes("owner"))
    throwApiError("not_allowed", {
      message: "The owner's role cannot be changed. Transfer ownership instead.",
    });
  // guard: owner-decides: members.test.ts a manager decides
  if (role !== "owner" && roles.includes("manager"))
    throwApiError("not_allowed", { message: "Only the owner can add, change or remove managers." });
}
