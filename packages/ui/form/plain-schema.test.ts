import assert from "node:assert/strict";
import { test } from "node:test";
import { allowsEmptyText } from "./plain-schema.ts";

test("an empty text is allowed if the schema's minimum length and pattern allow it", () => {
  assert.equal(allowsEmptyText({ type: "string" }), true);
  assert.equal(allowsEmptyText({ type: "string", pattern: "^([A-Z]{2})?$" }), true);
  assert.equal(allowsEmptyText({ type: "string", pattern: "^[A-Z]{3}$" }), false);
  assert.equal(allowsEmptyText({ type: "string", minLength: 1, maxLength: 64 }), false);
});
