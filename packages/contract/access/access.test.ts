import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../errors.ts";
import type { Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import { scopeNames } from "../scopes.ts";
import { assertAccess, findMissingAccess } from "./find-missing-access.ts";
import { assignableRights, type Right, rightNames } from "./rights.ts";
import { getRoleRights, roleNames, roleRights } from "./roles.ts";
import { listCoveredScopes, scopeRights } from "./scope-rights.ts";

const storeSurfaces: readonly string[] = ["3.0", "4.0", "store_console"];
const storeOperations = Object.values<Operation>(operations).filter(
  ({ surface, auth }) => storeSurfaces.includes(surface) && auth !== "anyone",
);

/** Operations without a required right: those that every member can call, and those that only apps can call. */
const allowedWithoutRight = {
  everyMember: [
    "installs.list",
    "installs.available",
    "installs.get",
    "installs.open",
    "installs.session_token",
    "customizations.get",
    "app_links.list",
    "app_links.open",
    // Every member may leave the store; removing another member requires members.manage.
    "members.delete",
  ],
  appsOnly: /^(snippets|script_tags|admin_links|curls|webhooks|events)\./,
} as const;

test("every store operation requires a right, unless all members or only apps may call it", () => {
  const operationsWithoutRight = storeOperations
    .filter(({ id, rights }) => rights.length === 0 && !allowedWithoutRight.appsOnly.test(id))
    .map(({ id }) => id);
  assert.deepEqual(operationsWithoutRight.toSorted(), allowedWithoutRight.everyMember.toSorted());
});

test("every right is required by at least one operation", () => {
  const required = new Set(storeOperations.flatMap(({ rights }) => rights.flat()));
  assert.deepEqual(
    rightNames.filter((right) => !required.has(right)),
    [],
  );
});

test("a person with the rights that cover an operation's scopes may call the operation", () => {
  for (const operation of storeOperations) {
    if (operation.auth !== "token" || operation.scopes.length === 0) continue;
    for (const firstScope of operation.scopes[0] ?? []) {
      const scopes = [firstScope, ...operation.scopes.slice(1).map(([scope]) => scope ?? firstScope)];
      const rights = new Set<Right>(scopes.flatMap((scope) => scopeRights[scope]));
      // An import also requires access to the imported resource, which the use case checks (imports.test.ts).
      assert.equal(
        findMissingAccess(operation, { scopes: new Set(), rights }),
        null,
        `${operation.id}: ${scopes}`,
      );
    }
  }
});

test("all rights together cover every scope, and an empty list of rights covers no scope", () => {
  assert.deepEqual(listCoveredScopes(rightNames), scopeNames);
  assert.deepEqual(listCoveredScopes([]), []);
  assert.deepEqual(listCoveredScopes(["products.view"]), []);
  assert.deepEqual(listCoveredScopes(["products.view", "stock.view"]), ["read_products"]);
});

test("an owner has every right, and a manager every right except store.transfer", () => {
  assert.deepEqual(getRoleRights("owner", []), rightNames);
  assert.deepEqual(
    rightNames.filter((right) => !getRoleRights("manager", []).includes(right)),
    ["store.transfer"],
  );
});

test("a role below manager has only assignable rights", () => {
  for (const role of roleNames) {
    if (role === "owner" || role === "manager" || role === "custom") continue;
    for (const right of roleRights[role]) assert.ok(assignableRights.includes(right), `${role}: ${right}`);
  }
});

test("only the role `custom` gets the rights that were chosen for a person", () => {
  assert.deepEqual(getRoleRights("custom", ["tags.edit", "tags.view"]), ["tags.view", "tags.edit"]);
  assert.deepEqual(getRoleRights("packer", ["orders.refund"]), ["orders.view", "orders.fulfill"]);
});

test("a person's access is checked by rights, an app's access by scopes, with different errors", () => {
  const grants = { scopes: new Set(scopeNames), rights: new Set<Right>(["orders.view"]) };
  const refund = operations.createRefund;
  assert.throws(
    () => assertAccess(refund, grants),
    (error) =>
      error instanceof ApiError &&
      error.code === "right_missing" &&
      error.details.required_right === "orders.refund" &&
      error.message.includes("orders.refund (Refund orders)"),
  );
  assertAccess(refund, { scopes: new Set(["write_orders"]) });
  assert.throws(
    () => assertAccess(refund, { scopes: new Set(["read_orders"]) }),
    (error) => error instanceof ApiError && error.details.required_scope === "write_orders",
  );
});
