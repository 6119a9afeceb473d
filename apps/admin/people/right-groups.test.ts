import assert from "node:assert/strict";
import { test } from "node:test";
import { assignableRights } from "@souk/contract";
import { rightGroups } from "./right-groups.ts";

test("each staff right that can be given individually is in exactly one group of checkboxes", () => {
  assert.deepEqual(Object.values(rightGroups).flat().toSorted(), assignableRights.toSorted());
});
