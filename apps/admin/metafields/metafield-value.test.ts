import assert from "node:assert/strict";
import { test } from "node:test";
import { readValue, textOfValue } from "./metafield-value.ts";

test("a metafield's text is read as the type that was selected", () => {
  assert.deepEqual(readValue(" as it is ", "String"), { value: " as it is " });
  assert.deepEqual(readValue(" -12 ", "Integer"), { value: -12 });
  assert.deepEqual(readValue('{"a": [1]}', "Json"), { value: { a: [1] } });
});

test("a text that does not fit the type is rejected with what would fit", () => {
  for (const [text, type] of [
    ["", "String"],
    [" ", "Integer"],
    ["1.5", "Integer"],
    ["many", "Integer"],
    ["{", "Json"],
    ["12", "Json"],
    ["null", "Json"],
  ] as const)
    assert.ok("error" in readValue(text, type), `${type} ${text}`);
});

test("a value is edited as text that reads as the same value", () => {
  for (const value of [{ a: 1, b: ["x"] }, [1, 2]])
    assert.deepEqual(readValue(textOfValue(value), "Json"), { value });
  assert.equal(textOfValue(7), "7");
  assert.equal(textOfValue("plain"), "plain");
});
