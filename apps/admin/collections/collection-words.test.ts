import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { collectionWords } from "./collection-words.ts";

/** Fields of a request that the page of all collections sets. */
const shownApart = ["position"];

test("the form of a collection has an input for every field of the API", () => {
  const fields = [operations.createCollection, operations.updateCollection].flatMap(({ body }) =>
    Object.keys(body.properties),
  );
  const wanted = new Set(fields.filter((name) => !shownApart.includes(name)));
  assert.deepEqual(Object.keys(collectionWords).sort(), [...wanted].sort());
});
