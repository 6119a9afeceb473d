import { fieldError, type Scope, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { findMissingInstallations } from "../installs/index.ts";
import type { Role } from "./member-store.ts";

/** A role that a person can be given, with its scopes. */
export interface NewRole {
  role: "manager" | "staff";
  scopes: Scope[];
  /** The ids of installations whose apps the person may open although they have scopes that the person lacks. */
  installation_ids: number[];
}

interface RequestedRole {
  role: NewRole["role"];
  scopes?: Scope[] | undefined;
  installation_ids?: number[] | undefined;
}

/**
 * Validate a requested role with its scopes and apps. Return the role with its distinct scopes in alphabetical order, and its
 * distinct apps by id.
 * @throws ApiError `invalid` for `scopes` if there are none for staff, or any for a manager; for `installation_ids` if there are
 * any for a manager, or if one is not installed in the store
 */
export async function resolveRole(
  db: Queryable,
  storeId: number,
  { role, scopes = [], installation_ids = [] }: RequestedRole,
): Promise<NewRole> {
  if (role === "staff" && scopes.length === 0)
    throwFieldError("scopes", "too_few", { min: 1 }, "Choose at least one area.");
  if (role === "manager" && scopes.length > 0)
    throwFieldError(
      "scopes",
      "not_allowed",
      {},
      'A manager has access to all areas. Leave scopes empty, or choose the role "staff".',
    );
  if (role === "manager" && installation_ids.length > 0)
    throwFieldError(
      "installation_ids",
      "not_allowed",
      {},
      'A manager has access to all apps. Leave installation_ids empty, or choose the role "staff".',
    );
  const missingIds = new Set(await findMissingInstallations(db, storeId, installation_ids));
  // guard: app-of-another-store: apps-of-members.test.ts
  if (missingIds.size > 0) {
    const fields = installation_ids.flatMap((id, index) =>
      missingIds.has(id) ? [fieldError(`installation_ids.${index}`, "not_found", { resource: "app" })] : [],
    );
    throwApiError("invalid", { fields });
  }
  return {
    role,
    scopes: [...new Set(scopes)].sort(),
    installation_ids: [...new Set(installation_ids)].sort((a, b) => a - b),
  };
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
