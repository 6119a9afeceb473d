import assert from "node:assert/strict";
import { test } from "node:test";
import { collectErrors, soundChanges } from "./template-errors.ts";

test("an email can be switched off despite errors, unchanged texts never block", () => {
  const errors = { body_html: "Line 1: output {{ not closed." };
  const off = { is_enabled: false };
  assert.deepEqual(soundChanges({ body_html: "{{", ...off }, errors), off);
  assert.deepEqual(soundChanges({ body_html: "{{", subject: "Sent" }, errors), {});
  assert.deepEqual(soundChanges({ subject: "Sent", ...off }, errors), { subject: "Sent", ...off });
});

test("a text that is too long is reported and not truncated", () => {
  const texts = { subject: "Sent", body_html: "x".repeat(50_001), body_text: "" };
  assert.deepEqual(Object.keys(collectErrors(texts, null)), ["body_html"]);
  assert.match(collectErrors(texts, null).body_html ?? "", /up to 50,000 characters \(currently 50,001\)\./);
});
