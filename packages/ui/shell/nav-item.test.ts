import assert from "node:assert/strict";
import { test } from "node:test";
import { getInitials } from "./initials.ts";
import { isCurrentNavItem } from "./nav-item.ts";

test("a navigation item is also marked as current on pages below its own page, unless the item has `exact`", () => {
  assert.equal(isCurrentNavItem({ to: "/apps" }, "/apps/installed/x"), true);
  assert.equal(isCurrentNavItem({ to: "/app" }, "/apps"), false);
  assert.equal(isCurrentNavItem({ to: "/", exact: true }, "/apps"), false);
  assert.equal(isCurrentNavItem({ to: "/", exact: true }, "/"), true);
});

test("a person's initials come from the first and last name or from the email address", () => {
  assert.equal(getInitials("Aminah binti Rashid"), "AR");
  assert.equal(getInitials("siti"), "S");
  assert.equal(getInitials("wei.ling@kedai.example"), "WL");
  assert.equal(getInitials(""), "");
});
