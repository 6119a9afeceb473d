import assert from "node:assert/strict";
import { test } from "node:test";
import { getSafeReturnPath } from "./return-to.ts";

test("a `return_to` that is a path of the same origin is kept with its query", () => {
  for (const path of [
    "/",
    "/demo",
    "/demo/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.dev%2Fback",
  ]) {
    assert.equal(getSafeReturnPath(path), path);
  }
  assert.equal(getSafeReturnPath("/demo#part"), "/demo");
});

test("a `return_to` that a browser could read as another origin is replaced by `/`", () => {
  const unsafeValues = [
    undefined,
    "",
    "demo",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "/..//evil.example",
    "/./\\evil.example",
    "/a/..//evil.example",
    "///evil.example",
    "javascript:alert(1)",
    " /demo",
    "http:/evil.example",
    "@evil.example",
  ];
  for (const value of unsafeValues) assert.equal(getSafeReturnPath(value), "/", JSON.stringify(value));
});
