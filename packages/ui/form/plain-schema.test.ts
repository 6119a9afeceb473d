import assert from "node:assert/strict";
import { test } from "node:test";
import { takesEmptyText } from "./plain-schema.ts";

test("a text may be empty where neither its length nor its pattern forbids it", () => {
  assert.equal(takesEmptyText({ type: "string" }), true);
  assert.equal(takesEmptyText({ type: "string", pattern: "^([A-Z]{2})?$" }), true);
  assert.equal(takesEmptyText({ type: "string", pattern: "^[A-Z]{3}$" }), false);
  assert.equal(takesEmptyText({ type: "string", minLength: 1, maxLength: 64 }), false);
});
