import assert from "node:assert/strict";
import { test } from "node:test";
import { scopeNames } from "@souk/contract";
import { scopeGroups } from "./scope-groups.ts";

test("every scope of the catalog can be chosen for a custom app, in one group", () => {
  assert.deepEqual(Object.values(scopeGroups).flat().toSorted(), scopeNames.toSorted());
});
