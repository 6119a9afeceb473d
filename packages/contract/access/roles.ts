import { type Right, rightNames } from "./rights.ts";

/**
 * Rights of each role that a member of a store can have. A store has exactly one owner. The rights of the role `custom` are chosen for each
 * person, so this table does not contain that role.
 */
export const roleRights = {
  owner: rightNames,
  manager: rightNames.filter((right) => right !== "store.transfer"),
  packer: ["orders.view", "orders.fulfill"],
  stock_keeper: [
    "products.view",
    "tags.view",
    "stock.view",
    "stock.set",
    "purchasing.view",
    "purchasing.receive",
    "exports.create",
  ],
  support: [
    "orders.view",
    "orders.edit",
    "orders.refund",
    "orders.cancel",
    "returns.view",
    "returns.edit",
    "products.view",
    "tags.view",
    "stock.view",
    "customers.view",
    "customers.edit",
    "customer_attributes.view",
  ],
  bookkeeper: [
    "orders.view",
    "orders.record_payments",
    "returns.view",
    "products.view",
    "stock.view",
    "purchasing.view",
    "customers.view",
    "reports.view",
    "exports.create",
    "settings.view",
    "currencies.view",
  ],
} as const satisfies Record<string, readonly Right[]>;

/** A member's role in a store. */
export type Role = keyof typeof roleRights | "custom";

/** Names of all roles, in the order of the table; `custom` is the last. */
export const roleNames = [...Object.keys(roleRights), "custom"] as Role[];

/** Return whether a text is the name of a role. */
export function isRole(text: string): text is Role {
  return roleNames.some((role) => role === text);
}

/** Roles that a person can be given. The owner's role is transferred instead. */
export const assignableRoles = roleNames.filter((role) => role !== "owner") as Exclude<Role, "owner">[];

/**
 * Return the rights of a role, in the order of `rightNames`.
 * @param chosenRights the rights that were chosen for a person with the role `custom`
 */
export function getRoleRights(role: Role, chosenRights: readonly Right[]): readonly Right[] {
  const grantedRights: readonly Right[] = role === "custom" ? chosenRights : roleRights[role];
  return rightNames.filter((right) => grantedRights.includes(right));
}
