import assert from "node:assert/strict";
import { test } from "node:test";
import { safeAddress } from "./safe-address.ts";

test("a link may lead to a web address, never to code", () => {
  assert.equal(safeAddress("https://track.example/MY1?x=1"), "https://track.example/MY1?x=1");
  for (const address of ["javascript:alert(1)", "data:text/html,x", "track.example/MY1", "", "//x.test"])
    assert.equal(safeAddress(address), null, address);
});
