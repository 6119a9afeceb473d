import assert from "node:assert/strict";
import { test } from "node:test";
import { listHandleCandidates } from "../../infrastructure/handle-candidates.ts";
import { findAppHandleError } from "./register-app.ts";

test("every app handle that is generated from the app's name is valid", () => {
  for (const name of ["Stock", "商店", `${"a".repeat(61)} b`, "ab ".repeat(40), "x".repeat(120)]) {
    const handles = listHandleCandidates(name, "app", "k3j9x2");
    assert.equal(new Set(handles).size, handles.length);
    for (const handle of handles) assert.equal(findAppHandleError(handle), null, handle);
  }
});

test("an app handle that is too short, too long or has invalid characters is rejected", () => {
  for (const handle of ["", "a", "-ab", "ab-", "Ab", "a b", "ä-b", "a".repeat(64), "ab\n"]) {
    assert.notEqual(findAppHandleError(handle), null, JSON.stringify(handle));
  }
});
