import assert from "node:assert/strict";
import { test } from "node:test";
import { listHandleCandidates } from "../../infrastructure/handle-candidates.ts";
import { findAppHandleError } from "./register-app.ts";

test("every handle that is generated from an app's name is valid", () => {
  for (const name of ["Stock", "商店", `${"a".repeat(61)} b`, "ab ".repeat(40), "x".repeat(120)]) {
    const handles = listHandleCandidates(name, "app", "k3j9x2");
    assert.equal(new Set(handles).size, handles.length);
    for (const handle of handles) assert.equal(findAppHandleError(handle), null, handle);
  }
});

test("a handle that is too short or has invalid characters is rejected", () => {
  for (const handle of ["", "a", "-ab", "ab-", "Ab", "a b", "ä-b", "a".repeat(64), "ab\n"]) {
    assert.notEqual(findAppHandleError(handle), null, JSON.stringify(handle));
  }
});
