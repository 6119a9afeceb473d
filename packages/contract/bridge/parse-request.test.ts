import assert from "node:assert/strict";
import { test } from "node:test";
import { bridgeLimits } from "./limits.ts";
import { parseBridgeRequest } from "./parse-request.ts";

function parse(ask: string, fields: object) {
  return parseBridgeRequest({ souk_bridge: 1, id: 3, ask, with: fields });
}

test("a valid bridge request is parsed", () => {
  const result = parse("toast", { text: "Saved", style: "success" });
  assert.deepEqual(result, {
    ok: true,
    request: { souk_bridge: 1, id: 3, ask: "toast", with: { text: "Saved", style: "success" } },
  });
});

test("messages from other scripts are not bridge requests", () => {
  for (const data of [null, "souk", 7, [], {}, { souk_bridge: "1", id: 1 }, { souk_bridge: 1, id: 0 }])
    assert.deepEqual(parseBridgeRequest(data), { ok: false, reason: "foreign" });
});

test("a request with another bridge version gets an error with the supported version", () => {
  const result = parseBridgeRequest({ souk_bridge: 2, id: 9, ask: "hello", with: {} });
  assert.deepEqual(result, {
    ok: false,
    reason: "unsupported_version",
    id: 9,
    message: "The page uses version 2 of the app bridge; this admin supports version 1.",
  });
});

test("an invalid bridge request is rejected with a message that names the field", () => {
  const tooLong = "a".repeat(bridgeLimits.toast_length + 1);
  const cases: [string, object, RegExp][] = [
    ["toast", { text: tooLong, style: "info" }, /^toast: text .*200 characters/],
    ["toast", { text: "", style: "info" }, /^toast: text/],
    ["toast", { text: { html: "<b>" }, style: "info" }, /^toast: text must be string/],
    ["toast", { text: "a", style: "alert" }, /^toast: style/],
    ["open", { resource: "account", id: 1 }, /^open: resource/],
    ["open", { resource: "product", id: 1.5 }, /^open: id/],
    ["resize", { height: "100%" }, /^resize: height/],
    ["resize", { height: Number.NaN }, /^resize: height/],
    ["navigate", {}, /^navigate must have required properties path/],
    ["steal", {}, /^Unknown request\. The app bridge supports: hello, session_token/],
    ["constructor", {}, /^Unknown request/],
  ];
  for (const [ask, fields, expected] of cases) {
    const result = parse(ask, fields);
    assert.ok(!result.ok && result.reason === "invalid", `${ask} ${JSON.stringify(fields)} is accepted`);
    assert.match(result.message, expected);
  }
});
