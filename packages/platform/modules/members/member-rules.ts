import { type Scope, throwApiError, throwFieldError } from "@souk/contract";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { Role } from "./member-store.ts";

/** A role that a person can be given, with its scopes. */
export interface NewRole {
  role: "manager" | "staff";
  scopes: Scope[];
}

/**
 * Validate a requested role with its scopes. Return the role with its distinct scopes in alphabetical order.
 * @throws ApiError `invalid` for `scopes` if there are none for staff, or any for a manager
 */
export function resolveRole({ role, scopes = [] }: { role: NewRole["role"]; scopes?: Scope[] }): NewRole {
  if (role === "staff" && scopes.length === 0)
    throwFieldError("scopes", "too_few", { min: 1 }, "Choose at least one area.");
  if (role === "manager" && scopes.length > 0)
    throwFieldError(
      "scopes",
      "not_allowed",
      {},
      "A manager has access to all areas. Leave scopes empty, or choose the role staff.",
    );
  return { role, scopes: [...new Set(scopes)].sort() };
}

/**
 * Assert that the caller may give or take away the roles. The owner may give and take away the roles manager and staff, and a manager
 * only the role staff.
 * @param roles the current role of the other person, the role they will get, or both
 * @throws ApiError `not_allowed`
 */
export function assertCanManage({ role }: Pick<SignedIn, "role">, ...roles: Role[]): void {
  if (roles.includes("owner"))
    throwApiError("not_allowed", {
      message: "The owner's role cannot be changed. Transfer ownership instead.",
    });
  // guard: owner-decides: members.test.ts a manager can change and remove only staff
  if (role !== "owner" && roles.includes("manager"))
    throwApiError("not_allowed", { message: "Only the owner can add, change or remove managers." });
}
