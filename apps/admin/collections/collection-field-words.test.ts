import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { collectionFieldWords } from "./collection-field-words.ts";

/** The request fields that the form does not set. */
const fieldsNotInForm = ["position"];

test("the collection form has an input for every API field except position", () => {
  const fields = [operations.createCollection, operations.updateCollection].flatMap(({ body }) =>
    Object.keys(body.properties),
  );
  const expectedFields = new Set(fields.filter((name) => !fieldsNotInForm.includes(name)));
  assert.deepEqual(Object.keys(collectionFieldWords).sort(), [...expectedFields].sort());
});
