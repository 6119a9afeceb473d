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

test("an optional package that the lock file does not contain is an error", () => {
  const errors = findLockErrors({ "node_modules/b": { optionalDependencies: { "b-darwin": "2.0.0" } } });
  assert.equal(errors.length, 1);
  assert.match(
    errors[0] ?? "",
    /^package-lock\.json does not contain b-darwin, an optional dependency of node_modules\/b/,
  );
});

test("25 direct npm dependencies of the server are allowed, and 26 are an error", () => {
  const createDependencies = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, "1"]));
  // None of these three adds to the count: a Souk package, Node.js itself, and a dependency that is already counted.
  const ownManifest = { dependencies: { "@souk/contract": "*", node: "24", p0: "1" } };
  assert.deepEqual(findCountErrors([{ dependencies: createDependencies(25) }, ownManifest]), []);
  assert.match(
    findCountErrors([{ dependencies: createDependencies(26) }, ownManifest])[0] ?? "",
    /^the server has 26 direct/,
  );
});
