import assert from "node:assert/strict";
import { test } from "node:test";
import { bridgeLimits } from "./limits.ts";
import { readBridgeQuestion } from "./read-question.ts";

function read(ask: string, fields: object) {
  return readBridgeQuestion({ souk_bridge: 1, id: 3, ask, with: fields });
}

test("a question that fits its schema is read whole", () => {
  const verdict = read("toast", { text: "Saved", style: "success" });
  assert.deepEqual(verdict, {
    ok: true,
    question: { souk_bridge: 1, id: 3, ask: "toast", with: { text: "Saved", style: "success" } },
  });
});

test("messages of other scripts are not the bridge's", () => {
  for (const data of [null, "souk", 7, [], {}, { souk_bridge: "1", id: 1 }, { souk_bridge: 1, id: 0 }])
    assert.deepEqual(readBridgeQuestion(data), { ok: false, reason: "foreign" });
});

test("a page of another version is told which one the admin speaks", () => {
  const verdict = readBridgeQuestion({ souk_bridge: 2, id: 9, ask: "hello", with: {} });
  assert.deepEqual(verdict, {
    ok: false,
    reason: "unsupported_version",
    id: 9,
    message: "The page speaks version 2 of the app bridge; this admin speaks version 1.",
  });
});

test("a refusal names the field that does not fit", () => {
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
    ["steal", {}, /answers these questions: hello, session_token/],
    ["constructor", {}, /answers these questions/],
  ];
  for (const [ask, fields, expected] of cases) {
    const verdict = read(ask, fields);
    assert.ok(!verdict.ok && verdict.reason === "invalid", `${ask} ${JSON.stringify(fields)} is taken`);
    assert.match(verdict.message, expected);
  }
});
