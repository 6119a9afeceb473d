import assert from "node:assert/strict";
import { test } from "node:test";
import { maskMessage, maskValues } from "./mask-values.ts";

test("in error messages, values are masked and identifiers are kept", () => {
  for (const [message, masked] of [
    ['column "title" does not exist', 'column "title" does not exist'],
    ['invalid input syntax for type bigint: "Aisha"', 'invalid input syntax for type bigint: "…"'],
    [
      'Unexpected token \'}\', "{"name": "Mei Tan"}" is not valid JSON',
      "Unexpected token '}', \"…\" is not valid JSON",
    ],
    ["550 5.1.1 <mei.tan@kedai.test>: user unknown", "550 5.1.1 <…>: user unknown"],
    [
      "Cannot read properties of undefined (reading 'id')",
      "Cannot read properties of undefined (reading 'id')",
    ],
  ] as const) {
    const result = maskValues(message);
    assert.equal(result, masked);
    assert.doesNotMatch(result, /Aisha|Mei Tan|mei\.tan/, message);
  }
});

test("an error message that is truncated in the middle of a surrogate pair stays well-formed", () => {
  assert.equal(maskMessage(`${"x".repeat(499)}😀`).isWellFormed(), true);
});

test("a value in an error message is masked even if the value is longer than the truncated message", () => {
  for (const value of ["Aisha ".repeat(5_000), "a".repeat(30_000), "aisha@".repeat(5_000)])
    assert.doesNotMatch(maskMessage(`The value "${value}" is too long`), /aisha|aaa/i);
});
