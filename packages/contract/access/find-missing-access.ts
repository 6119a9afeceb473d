import { ApiError } from "../errors.ts";
import { findMissingScope, type ScopeRequirement } from "../scopes.ts";
import { type Right, type RightRequirement, rights } from "./rights.ts";

/** The access that an operation, or a part of it, requires: scopes of an app, or rights of a person. */
export interface AccessRequirement {
  scopes: ScopeRequirement;
  rights: RightRequirement;
}

/** What a caller may do. The scopes decide for an app, the rights for a person. */
export interface Grants {
  scopes: ReadonlySet<string>;
  /** The person's rights in the store. Absent for every other caller. */
  rights?: ReadonlySet<Right> | undefined;
}

/** The first part of a requirement that a caller does not meet. Alternatives are joined with " or ". */
export type MissingAccess = { required_scope: string } | { required_right: string; message: string };

/** Find the first part of a requirement that a caller does not meet, or return null if the caller meets it (API-2). */
export function findMissingAccess(requirement: AccessRequirement, grants: Grants): MissingAccess | null {
  const grantedRights = grants.rights;
  if (grantedRights === undefined) {
    const required_scope = findMissingScope(requirement.scopes, grants.scopes);
    return required_scope === null ? null : { required_scope };
  }
  const alternatives = findMissingRights(requirement.rights, grantedRights);
  if (alternatives === null) return null;
  return { required_right: alternatives.join(" or "), message: buildMissingRightMessage(alternatives) };
}

/**
 * Find the first part of a requirement that a person's rights do not meet. Returns the rights of which the person needs one, or null if
 * the whole requirement is met.
 */
export function findMissingRights(
  requirement: RightRequirement,
  grantedRights: ReadonlySet<Right>,
): readonly Right[] | null {
  return requirement.find((alternatives) => !alternatives.some((right) => grantedRights.has(right))) ?? null;
}

/** Return whether a caller meets a requirement. */
export function hasAccess(requirement: AccessRequirement, grants: Grants): boolean {
  return findMissingAccess(requirement, grants) === null;
}

/** Assert that a caller meets a requirement. @throws ApiError `scope_missing` for an app, `right_missing` for a person */
export function assertAccess(requirement: AccessRequirement, grants: Grants): void {
  const missingAccess = findMissingAccess(requirement, grants);
  if (missingAccess === null) return;
  const code = "required_right" in missingAccess ? "right_missing" : "scope_missing";
  throw new ApiError(code, missingAccess);
}

function buildMissingRightMessage(alternatives: readonly Right[]): string {
  const names = alternatives.map((right) => `${right} (${rights[right]})`).join(" or ");
  return `Your role in this store does not include the right ${names}. Ask the owner or a manager.`;
}
