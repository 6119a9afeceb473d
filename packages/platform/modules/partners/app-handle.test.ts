import assert from "node:assert/strict";
import { test } from "node:test";
import { handlesFor } from "../../handles-for.ts";
import { appHandleFault } from "./app-handle.ts";

test("every handle that is tried is one that a partner might have chosen, however long the name", () => {
  for (const name of ["Stock", "商店", `${"a".repeat(61)} b`, "ab ".repeat(40), "x".repeat(120)]) {
    const handles = handlesFor(name, "app", "k3j9x2");
    assert.equal(new Set(handles).size, handles.length);
    for (const handle of handles) assert.equal(appHandleFault(handle), null, handle);
  }
});

test("other spellings are no handle", () => {
  for (const handle of ["", "a", "-ab", "ab-", "Ab", "a b", "ä-b", "a".repeat(64), "ab\n"]) {
    assert.notEqual(appHandleFault(handle), null, JSON.stringify(handle));
  }
});
