import assert from "node:assert/strict";
import { test } from "node:test";
import { appHandleFault, handlesFor } from "./app-handle.ts";

test("a handle is made of a name's letters and digits", () => {
  const made: [name: string, handle: string][] = [
    ["Stock Sync", "stock-sync"],
    ["  Señor Stöck! 2 ", "senor-stock-2"],
    ["ﬁne — apps", "fine-apps"],
    ["商店", "app"],
    ["X", "app-x"],
    ["--", "app"],
  ];
  for (const [name, handle] of made) assert.equal(handlesFor(name, "abc")[0], handle, name);
});

test("every handle that is tried is one that a partner might have chosen, however long the name", () => {
  for (const name of ["Stock", "商店", `${"a".repeat(61)} b`, "ab ".repeat(40), "x".repeat(120)]) {
    const handles = handlesFor(name, "k3j9x2");
    assert.equal(new Set(handles).size, handles.length);
    for (const handle of handles) assert.equal(appHandleFault(handle), null, handle);
  }
});

test("other spellings are no handle", () => {
  for (const handle of ["", "a", "-ab", "ab-", "Ab", "a b", "ä-b", "a".repeat(64), "ab\n"]) {
    assert.notEqual(appHandleFault(handle), null, JSON.stringify(handle));
  }
});
