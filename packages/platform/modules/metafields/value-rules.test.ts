import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { readValue, type ValueType } from "./value-rules.ts";

function describeResult(value: unknown, type: ValueType): string {
  try {
    return `stored as ${readValue(value, type)}`;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    const [field] = error.details.fields ?? [];
    assert.equal(field?.path, "value");
    return field?.message ?? "";
  }
}

test("a metafield value is stored as JSON of its type, even if it is sent as a string", () => {
  const validCases: [unknown, ValueType, string][] = [
    ["", "String", '""'],
    ['say "hi"\n', "String", '"say \\"hi\\"\\n"'],
    ["12", "String", '"12"'],
    [12, "Integer", "12"],
    ["-12", "Integer", "-12"],
    [9_007_199_254_740_991, "Integer", "9007199254740991"],
    [{ b: 1, a: [null, true, 1.5] }, "Json", '{"b":1,"a":[null,true,1.5]}'],
    ['{"b": 1}', "Json", '{"b":1}'],
    ["[]", "Json", "[]"],
  ];
  for (const [value, type, text] of validCases)
    assert.equal(describeResult(value, type), `stored as ${text}`);
});

test("an invalid metafield value is rejected with a message that explains why", () => {
  const invalidCases: [unknown, ValueType, RegExp][] = [
    [12, "String", /must be a string, because value_type is String/],
    [{}, "String", /must be a string/],
    ["1.5", "Integer", /must be a whole number, because value_type is Integer/],
    ["", "Integer", /whole number/],
    ["0x10", "Integer", /whole number/],
    [" 1", "Integer", /whole number/],
    ["9007199254740992", "Integer", /whole number/],
    [[1], "Integer", /whole number/],
    ["{", "Json", /must be an object or an array, or the JSON text of one/],
    ["5", "Json", /must be an object or an array/],
    [5, "Json", /must be an object or an array/],
    ["null", "Json", /must be an object or an array/],
    ['{"__proto__":{}}', "Json", /must not have a key named __proto__/],
    ['["\\u0000"]', "Json", /must not contain the character NUL/],
    ['{"\\u0000":1}', "Json", /must not contain the character NUL/],
    [["\ud800"], "Json", /must be well-formed Unicode/],
    ["[9007199254740993]", "Json", /contains a number that is too large/],
    [`${"[".repeat(31)}${"]".repeat(31)}`, "Json", /must not be nested deeper than 30 levels/],
    [`${"[".repeat(30_000)}${"]".repeat(30_000)}`, "Json", /must not be nested deeper/],
    [["x".repeat(65_536)], "Json", /must have at most 65536 characters/],
  ];
  for (const [value, type, message] of invalidCases) assert.match(describeResult(value, type), message);
});
