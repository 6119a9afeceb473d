import {
  fieldError,
  getRoleRights,
  type Right,
  type Role,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { findMissingInstallations } from "../installs/index.ts";

/** A role that a person can be given, with its rights and apps. */
export interface NewRole {
  role: Exclude<Role, "owner">;
  /** The chosen rights of the role `custom`; empty for the other roles. */
  rights: Right[];
  /** The ids of installations whose apps the person may open although the rights do not cover the apps' scopes. */
  installation_ids: number[];
}

interface RequestedRole {
  role: NewRole["role"];
  rights?: Right[] | undefined;
  installation_ids?: number[] | undefined;
}

/**
 * Validate a requested role with its rights and apps. Return the role with its distinct rights in the order of the catalog, and
 * the distinct ids of its apps in ascending order.
 * @throws ApiError `invalid` for `rights` if there are none for the role `custom`, or any for another role; for
 * `installation_ids` if there are any for a manager, or if one is not installed in the store
 */
export async function resolveRole(
  db: Queryable,
  storeId: number,
  { role, rights = [], installation_ids = [] }: RequestedRole,
): Promise<NewRole> {
  if (role === "custom" && rights.length === 0)
    throwFieldError("rights", "too_few", { min: 1 }, "A custom role requires at least one right.");
  if (role !== "custom" && rights.length > 0)
    throwFieldError(
      "rights",
      "not_allowed",
      {},
      `The role ${role} has fixed rights. Leave rights empty, or choose the role custom.`,
    );
  if (role === "manager" && installation_ids.length > 0)
    throwFieldError(
      "installation_ids",
      "not_allowed",
      {},
      "A manager has access to all apps. Leave installation_ids empty, or choose another role.",
    );
  const missingIds = new Set(await findMissingInstallations(db, storeId, installation_ids));
  // guard app-of-another-store: without it, apps-of-members.test.ts fails
  if (missingIds.size > 0) {
    const fields = installation_ids.flatMap((id, index) =>
      missingIds.has(id) ? [fieldError(`installation_ids.${index}`, "not_found", { resource: "app" })] : [],
    );
    throwApiError("invalid", { fields });
  }
  return {
    role,
    rights: role === "custom" ? [...getRoleRights(role, rights)] : [],
    installation_ids: [...new Set(installation_ids)].sort((a, b) => a - b),
  };
}

/**
 * Assert that the caller may give or take away these roles. A person who may transfer the store's ownership may appoint and dismiss
 * managers. Other people who manage members may give and take away only roles below manager.
 * @param roles the current role of the other person, the role they will get, or both
 * @throws ApiError `not_allowed`
 */
export function assertCanManage({ rights }: Pick<SignedIn, "rights">, ...roles: Role[]): void {
  if (roles.includes("owner"))
    throwApiError("not_allowed", {
      message: "The owner's role cannot be changed. Transfer the ownership of the store instead.",
    });
  // guard owner-decides: without it, members.test.ts fails at `a manager can change and remove only members with a lower role`
  if (roles.includes("manager") && !rights.includes("store.transfer"))
    throwApiError("not_allowed", { message: "Only the owner can add, change or remove managers." });
}
