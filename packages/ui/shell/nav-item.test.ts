import assert from "node:assert/strict";
import { test } from "node:test";
import { getInitials } from "./initials.ts";
import { isCurrent } from "./nav-item.ts";

test("a navigation item is current on its page and, unless exact, on pages below", () => {
  assert.equal(isCurrent({ to: "/apps" }, "/apps/installed/x"), true);
  assert.equal(isCurrent({ to: "/app" }, "/apps"), false);
  assert.equal(isCurrent({ to: "/", exact: true }, "/apps"), false);
  assert.equal(isCurrent({ to: "/", exact: true }, "/"), true);
});

test("initials come from the first and last name, or from the email", () => {
  assert.equal(getInitials("Aminah binti Rashid"), "AR");
  assert.equal(getInitials("siti"), "S");
  assert.equal(getInitials("wei.ling@kedai.example"), "WL");
  assert.equal(getInitials(""), "");
});
