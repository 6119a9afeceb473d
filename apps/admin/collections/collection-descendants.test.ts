import assert from "node:assert/strict";
import { test } from "node:test";
import { findSelfAndDescendants } from "./collection-descendants.ts";

test("a collection is found together with the collections nested in it at any depth", () => {
  const allCollections = [
    { id: 4, title: "Mugs, small", parent_id: 3 },
    { id: 1, title: "Home", parent_id: null },
    { id: 3, title: "Mugs", parent_id: 2 },
    { id: 2, title: "Kitchen", parent_id: 1 },
  ];
  assert.deepEqual([...findSelfAndDescendants(2, allCollections)].sort(), [2, 3, 4]);
  assert.deepEqual([...findSelfAndDescendants(4, allCollections)], [4]);
});
