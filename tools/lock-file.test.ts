import assert from "node:assert/strict";
import { test } from "node:test";
import { countFaults, lockFaults } from "./lock-file.ts";

test("a lock file that holds what it names has no fault", () => {
  const packages = {
    "": { optionalDependencies: { "@a/linux": "1.0.0" } },
    "node_modules/@a/linux": {},
    "node_modules/b": { optionalDependencies: { "b-darwin": "2.0.0" } },
    "node_modules/b/node_modules/b-darwin": {},
  };
  assert.deepEqual(lockFaults(packages), []);
});

test("a package named for another system and not held is a fault", () => {
  const faults = lockFaults({ "node_modules/b": { optionalDependencies: { "b-darwin": "2.0.0" } } });
  assert.equal(faults.length, 1);
  assert.match(faults[0] ?? "", /^package-lock\.json lacks b-darwin, which node_modules\/b may need/);
});

test("twenty-five direct dependencies are allowed, one more is a fault, and the house's own do not count", () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, "1"]));
  const own = { dependencies: { "@souk/contract": "*", node: "24", p0: "1" } };
  assert.deepEqual(countFaults([{ dependencies: named(25) }, own]), []);
  assert.match(countFaults([{ dependencies: named(26) }, own])[0] ?? "", /^the server has 26 direct/);
});
