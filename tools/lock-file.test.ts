import assert from "node:assert/strict";
import { test } from "node:test";
import { findCountErrors, findLockErrors } from "./lock-file.ts";

test("a complete lock file has no errors", () => {
  const packages = {
    "": { optionalDependencies: { "@a/linux": "1.0.0" } },
    "node_modules/@a/linux": {},
    "node_modules/b": { optionalDependencies: { "b-darwin": "2.0.0" } },
    "node_modules/b/node_modules/b-darwin": {},
  };
  assert.deepEqual(findLockErrors(packages), []);
});

test("a missing package of another system is an error", () => {
  const errors = findLockErrors({ "node_modules/b": { optionalDependencies: { "b-darwin": "2.0.0" } } });
  assert.equal(errors.length, 1);
  assert.match(errors[0] ?? "", /^package-lock\.json lacks b-darwin, which node_modules\/b may need/);
});

test("25 direct dependencies are allowed and 26 are an error, without the project's own packages", () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, "1"]));
  const own = { dependencies: { "@souk/contract": "*", node: "24", p0: "1" } };
  assert.deepEqual(findCountErrors([{ dependencies: named(25) }, own]), []);
  assert.match(findCountErrors([{ dependencies: named(26) }, own])[0] ?? "", /^the server has 26 direct/);
});
