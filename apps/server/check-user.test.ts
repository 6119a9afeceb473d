import assert from "node:assert/strict";
import { test } from "node:test";
import { StartError } from "@souk/platform";
import { checkUser } from "./check-user.ts";

const production = { mode: "production", allowsRoot: false } as const;
const development = { mode: "development", allowsRoot: false } as const;

test("a production server does not start as root unless the operator allows it", () => {
  assert.throws(
    () => checkUser(production, 0),
    (error: unknown) =>
      error instanceof StartError && /another user .* or set SOUK_ALLOW_ROOT=1/.test(error.message),
  );
  assert.equal(checkUser({ ...production, allowsRoot: true }, 0), null);
});

test("a development server starts as root with a warning", () => {
  assert.match(checkUser(development, 0) ?? "", /^The server runs as root\./);
});

test("a server that does not run as root, or has no user id, starts without a warning", () => {
  for (const settings of [production, development])
    for (const userId of [1_000, undefined]) assert.equal(checkUser(settings, userId), null);
});
