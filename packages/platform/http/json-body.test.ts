import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "@souk/contract";
import { isJsonType, readJson } from "./json-body.ts";

function codeOf(text: string | Buffer): string {
  try {
    readJson(Buffer.from(text));
    return "read";
  } catch (error) {
    return error instanceof Refusal ? error.code : "crash";
  }
}

test("a bomb is refused as malformed within 50 ms: depth, keys, prototype keys, broken bytes", () => {
  const keys = `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(",")}}`;
  const bombs = [
    `${"[".repeat(400_000)}${"]".repeat(400_000)}`,
    `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
    keys,
  ];
  const odd = [
    '{"__proto__":{"x":1}}',
    '{"a":{"constructor":1}}',
    '{"a":1',
    "",
    "nul",
    Buffer.from([0x22, 0xff, 0x22]),
  ];
  for (const bomb of [...bombs, ...odd]) assert.equal(codeOf(bomb), "malformed_json");
});

test("NUL and numbers too large for an integer are refused by name", () => {
  assert.throws(
    () => readJson(Buffer.from('{"a":[{"b":"x\\u0000"}],"n":9007199254740993}')),
    (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual(
        error.details.fields?.map(({ path }) => path),
        ["a.0.b", "n"],
      );
      return true;
    },
  );
});

test("only application/json, in UTF-8, is JSON", () => {
  const good = [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ];
  for (const type of good) assert.equal(isJsonType(type), true, type);
  const bad = [
    undefined,
    "",
    "text/plain",
    "application/jsonp",
    "application/json2",
    "application/json, text/plain",
    "application/json;",
    "application/json; charset=latin1",
    "application/json;charset=utf-8;x=1",
    "application /json",
    "application/ json",
    "application/json\u00a0",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "json",
    "/json",
    "application/",
    "application/vnd.api+json",
    "text/json",
    "*/*",
    "application/json/xml",
    ";application/json",
    "application/json; utf-8",
    "application/json=1",
    "application\\json",
    "application/json#",
    "application/json; charset",
    "application/json; =",
    "a",
    "application/json%00",
    "application/javascript",
    "application/json\tx",
  ];
  assert.ok(bad.length >= 30);
  for (const type of bad) assert.equal(isJsonType(type), false, String(type));
});
