import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMetafieldValue, parseMetafieldValue } from "./metafield-value.ts";

test("the text entered as a metafield's value is parsed as the selected type", () => {
  assert.deepEqual(parseMetafieldValue(" as it is ", "String"), { value: " as it is " });
  assert.deepEqual(parseMetafieldValue(" -12 ", "Integer"), { value: -12 });
  assert.deepEqual(parseMetafieldValue('{"a": [1]}', "Json"), { value: { a: [1] } });
});

test("parsing a text that isn't a valid metafield value of the selected type returns an error", () => {
  for (const [text, type] of [
    ["", "String"],
    [" ", "Integer"],
    ["1.5", "Integer"],
    ["many", "Integer"],
    ["{", "Json"],
    ["12", "Json"],
    ["null", "Json"],
  ] as const)
    assert.ok("error" in parseMetafieldValue(text, type), `${type} ${text}`);
});

test("a metafield value is formatted as text that parses to the same value", () => {
  for (const value of [{ a: 1, b: ["x"] }, [1, 2]])
    assert.deepEqual(parseMetafieldValue(formatMetafieldValue(value), "Json"), { value });
  assert.equal(formatMetafieldValue(7), "7");
  assert.equal(formatMetafieldValue("plain"), "plain");
});
