import assert from "node:assert/strict";
import { test } from "node:test";
import { collectErrors, getSavableChanges } from "./template-errors.ts";

test("turning an email off can be saved even if the email's changed texts have errors", () => {
  const errors = { body_html: "Line 1: output {{ not closed." };
  const turnedOff = { is_enabled: false };
  assert.deepEqual(getSavableChanges({ body_html: "{{", ...turnedOff }, errors), turnedOff);
  assert.deepEqual(getSavableChanges({ body_html: "{{", subject: "Sent" }, errors), {});
});

test("an error in an unchanged text of an email does not prevent saving the email's other texts", () => {
  const errors = { body_html: "Line 1: output {{ not closed." };
  const changes = { subject: "Sent", is_enabled: false };
  assert.deepEqual(getSavableChanges(changes, errors), changes);
});

test("an email text that is too long is an error", () => {
  const texts = { subject: "Sent", body_html: "x".repeat(50_001), body_text: "" };
  assert.deepEqual(Object.keys(collectErrors(texts, null)), ["body_html"]);
  assert.match(collectErrors(texts, null).body_html ?? "", /up to 50,000 characters \(currently 50,001\)\./);
});
