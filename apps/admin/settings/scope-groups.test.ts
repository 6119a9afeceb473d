import assert from "node:assert/strict";
import { test } from "node:test";
import { scopeNames } from "@souk/contract";
import { scopeGroups } from "./scope-groups.ts";

test("each scope of the contract is in exactly one scope group", () => {
  assert.deepEqual(Object.values(scopeGroups).flat().toSorted(), scopeNames.toSorted());
});
