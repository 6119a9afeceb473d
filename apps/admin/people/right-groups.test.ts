import assert from "node:assert/strict";
import { test } from "node:test";
import { assignableRights } from "@souk/contract";
import { rightGroups } from "./right-groups.ts";

test("each right that can be given individually is in exactly one group", () => {
  assert.deepEqual(Object.values(rightGroups).flat().toSorted(), assignableRights.toSorted());
});
