import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { measureCpuMs, scaleCpuLimit } from "@souk/testkit";
import { isJsonType, readJson } from "./json-body.ts";

function getOutcome(text: string | Buffer): string {
  try {
    readJson(Buffer.from(text));
    return "read";
  } catch (error) {
    return error instanceof ApiError ? error.code : "crash";
  }
}

test("a JSON body of extreme depth or size is read or rejected within 50 ms of CPU time", (t) => {
  const cases: [string, string][] = [
    [`${"[".repeat(524_288)}${"]".repeat(524_288)}`, "malformed_json"],
    [`${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "malformed_json"],
    [`{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(",")}}`, "malformed_json"],
    [`{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(",")}}`, "malformed_json"],
    [`[${"1,".repeat(524_280)}1]`, "read"],
    [`[${"9007199254740993,".repeat(61_000)}1]`, "invalid"],
    [`["${'\\"'.repeat(524_280)}"]`, "read"],
    [`["${"\\u0000".repeat(174_000)}"]`, "invalid"],
  ];
  const maxMs = scaleCpuLimit(50);
  for (const [text, expected] of cases) {
    const bytes = Buffer.from(text);
    const ms = measureCpuMs(() => assert.equal(getOutcome(bytes), expected, text.slice(0, 40)));
    t.diagnostic(`${ms.toFixed(1)} ms for ${text.slice(0, 20)}`);
    assert.ok(ms < maxMs, `${ms} ms of at most ${maxMs} for ${text.slice(0, 40)}`);
  }
});

test("a JSON body may have 32 levels and 10,000 keys; brackets and colons within strings do not count", () => {
  assert.equal(getOutcome(`${'{"a":'.repeat(32)}1${"}".repeat(32)}`), "read");
  assert.equal(
    getOutcome(`{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(",")}}`),
    "read",
  );
  assert.equal(getOutcome(JSON.stringify({ a: `${"[{:".repeat(50_000)}\\`, b: '"[[[' })), "read");
});

test("a JSON body with a __proto__ or constructor key, broken JSON or invalid UTF-8 is malformed", () => {
  const malformedBodies = [
    '{"__proto__":{"x":1}}',
    '{"\\u005f_proto__":{"x":1}}',
    '{"a":[{"constructor":1}]}',
    '{"a":1',
    '{"a":"1',
    "",
    "nul",
    Buffer.from([0x22, 0xff, 0x22]),
  ];
  for (const text of malformedBodies) assert.equal(getOutcome(text), "malformed_json", String(text));
});

test("the error for an unpaired surrogate in a JSON body omits the body's wrapper key from the path", () => {
  assert.throws(
    () => readJson(Buffer.from('{"webhook":{"topic":"\\ud83d"},"x":"\\udc00"}'), "webhook"),
    (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual(
        error.fields.map(({ path, code }) => [path, code]),
        [
          ["topic", "invalid_format"],
          ["x", "invalid_format"],
        ],
      );
      return true;
    },
  );
  assert.deepEqual(readJson(Buffer.from('"\\ud83d\\ude00"')), "😀");
});

test("the errors for NUL and for an unsafe integer in a JSON body contain the field's path", () => {
  assert.throws(
    () => readJson(Buffer.from('{"a":[{"b":"x\\u0000"}],"n":9007199254740993}')),
    (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual(
        error.details.fields?.map(({ path }) => path),
        ["a.0.b", "n"],
      );
      return true;
    },
  );
});

test("a JSON key with NUL or an unpaired surrogate is rejected with a readable message", () => {
  assert.throws(
    () => readJson(Buffer.from('{"a":{"x\\u0000":1},"\\ud83d":true}')),
    (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual(
        error.fields.map(({ message }) => message),
        ["a.x␀ must not contain the character NUL.", "\ufffd must be well-formed Unicode."],
      );
      return true;
    },
  );
});

test("only the content type application/json, in UTF-8, counts as JSON", () => {
  const jsonTypes = [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ];
  for (const type of jsonTypes) assert.equal(isJsonType(type), true, type);
  const otherTypes = [
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
  assert.ok(otherTypes.length >= 30);
  for (const type of otherTypes) assert.equal(isJsonType(type), false, String(type));
});
