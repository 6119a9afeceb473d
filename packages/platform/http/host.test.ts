import assert from "node:assert/strict";
import { test } from "node:test";
import { createAddresses } from "../runtime/addresses.ts";
import { readHost } from "./host.ts";

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });

test("SVC-1: a subdomain belongs to a store unless the platform reserves it", () => {
  const readHostKind = (label: string) => readHost(`${label}.Souk.localhost:4000`, addresses).kind;
  const kinds = ["admin", "partners", "files", "www"].map(readHostKind);
  assert.deepEqual(kinds, ["admin", "partners", "files", "apex"]);
  assert.equal(readHostKind("a.b"), "unknown");
  // Every JavaScript object has a property `constructor`, which is also a valid handle.
  assert.deepEqual(readHost("constructor.souk.localhost", addresses), {
    kind: "store",
    handle: "constructor",
  });
});
