import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, soundChanges } from "./faults-of.ts";

test("a mail is switched off whatever is wrong with its texts; texts at fault that nobody has changed hold nothing up", () => {
  const faults = { body_html: "Line 1: output {{ not closed." };
  const off = { is_enabled: false };
  assert.deepEqual(soundChanges({ body_html: "{{", ...off }, faults), off);
  assert.deepEqual(soundChanges({ body_html: "{{", subject: "Sent" }, faults), {});
  assert.deepEqual(soundChanges({ subject: "Sent", ...off }, faults), { subject: "Sent", ...off });
});

test("a text that is too long is said to be so and stays whole", () => {
  const texts = { subject: "Sent", body_html: "x".repeat(50_001), body_text: "" };
  assert.deepEqual(Object.keys(faultsOf(texts, null)), ["body_html"]);
  assert.match(faultsOf(texts, null).body_html ?? "", /at most 50000 characters; this has 50001\./);
});
