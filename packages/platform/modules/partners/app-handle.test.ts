import assert from "node:assert/strict";
import { test } from "node:test";
import { handlesFor } from "../../infrastructure/handles-for.ts";
import { findAppHandleError } from "./register-app.ts";

test("every generated handle is one that a partner could choose, whatever the name", () => {
  for (const name of ["Stock", "商店", `${"a".repeat(61)} b`, "ab ".repeat(40), "x".repeat(120)]) {
    const handles = handlesFor(name, "app", "k3j9x2");
    assert.equal(new Set(handles).size, handles.length);
    for (const handle of handles) assert.equal(findAppHandleError(handle), null, handle);
  }
});

test("other spellings are not valid handles", () => {
  for (const handle of ["", "a", "-ab", "ab-", "Ab", "a b", "ä-b", "a".repeat(64), "ab\n"]) {
    assert.notEqual(findAppHandleError(handle), null, JSON.stringify(handle));
  }
});
