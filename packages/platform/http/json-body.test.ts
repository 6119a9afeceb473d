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

test("a bomb is refused within 50 ms of our time: depth, keys, entries, escapes", (t) => {
  const bombs: [string, string][] = [
    [`${"[".repeat(524_288)}${"]".repeat(524_288)}`, "malformed_json"],
    [`${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "malformed_json"],
    [`{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(",")}}`, "malformed_json"],
    [`{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(",")}}`, "malformed_json"],
    [`[${"1,".repeat(524_280)}1]`, "read"],
    [`[${"9007199254740993,".repeat(61_000)}1]`, "invalid"],
    [`["${'\\"'.repeat(524_280)}"]`, "read"],
    [`["${"\\u0000".repeat(174_000)}"]`, "invalid"],
  ];
  for (const [text, expected] of bombs) {
    const bytes = Buffer.from(text);
    const before = process.threadCpuUsage();
    const code = codeOf(bytes);
    const { user, system } = process.threadCpuUsage(before);
    assert.equal(code, expected, text.slice(0, 40));
    const ms = (user + system) / 1000;
    t.diagnostic(`${ms.toFixed(1)} ms for ${text.slice(0, 20)}`);
    assert.ok(ms < 50, `${ms} ms for ${text.slice(0, 40)}`);
  }
});

test("32 levels and 10,000 keys are taken, and what only looks like one in a string is not counted", () => {
  assert.equal(codeOf(`${'{"a":'.repeat(32)}1${"}".repeat(32)}`), "read");
  assert.equal(
    codeOf(`{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(",")}}`),
    "read",
  );
  assert.equal(codeOf(JSON.stringify({ a: `${"[{:".repeat(50_000)}\\`, b: '"[[[' })), "read");
});

test("prototype keys and broken bytes are malformed", () => {
  const odd = [
    '{"__proto__":{"x":1}}',
    '{"\\u005f_proto__":{"x":1}}',
    '{"a":[{"constructor":1}]}',
    '{"a":1',
    '{"a":"1',
    "",
    "nul",
    Buffer.from([0x22, 0xff, 0x22]),
  ];
  for (const text of odd) assert.equal(codeOf(text), "malformed_json", String(text));
});

test("half a surrogate pair is no character; a wrong field is named without the wrapper", () => {
  assert.throws(
    () => readJson(Buffer.from('{"webhook":{"topic":"\\ud83d"},"x":"\\udc00"}'), "webhook"),
    (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual(error.details.fields, [
        { path: "topic", message: "must be well-formed Unicode" },
        { path: "x", message: "must be well-formed Unicode" },
      ]);
      return true;
    },
  );
  assert.deepEqual(readJson(Buffer.from('"\\ud83d\\ude00"')), "😀");
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

test("the name of a field holds neither NUL nor half a surrogate pair; in its error it can be read", () => {
  assert.throws(
    () => readJson(Buffer.from('{"a":{"x\\u0000":1},"\\ud83d":true}')),
    (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual(error.details.fields, [
        { path: "a.x␀", message: "must not contain the character NUL" },
        { path: "\ufffd", message: "must be well-formed Unicode" },
      ]);
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
