import assert from "node:assert/strict";
import { test } from "node:test";
import { initialsOf } from "./initials.ts";
import { isCurrent } from "./nav-item.ts";

test("a line of the navigation is marked on its page and the pages below, an exact one on its own only", () => {
  assert.equal(isCurrent({ to: "/kedai/apps" }, "/kedai/apps/installed/x"), true);
  assert.equal(isCurrent({ to: "/kedai/app" }, "/kedai/apps"), false);
  assert.equal(isCurrent({ to: "/kedai", exact: true }, "/kedai/apps"), false);
  assert.equal(isCurrent({ to: "/", exact: true }, "/"), true);
});

test("a person's initials come from the first and the last name, or from the address", () => {
  assert.equal(initialsOf("Aminah binti Rashid"), "AR");
  assert.equal(initialsOf("siti"), "S");
  assert.equal(initialsOf("wei.ling@kedai.example"), "WL");
  assert.equal(initialsOf(""), "");
});
