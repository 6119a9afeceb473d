import assert from "node:assert/strict";
import { test } from "node:test";
import { hasJustEnded } from "./has-just-ended.ts";

const running = { id: 7, status: "running" } as const;
const checked = { id: 7, status: "checked" } as const;
const done = { id: 7, status: "done" } as const;

test("an import counts as just ended if the page last saw it running, or checked and not yet started", () => {
  assert.equal(hasJustEnded(running, done), true);
  assert.equal(hasJustEnded(checked, done), true);
  assert.equal(hasJustEnded(running, { id: 7, status: "failed" }), true);
  assert.equal(hasJustEnded(running, { id: 7, status: "cancelled" }), true);
});

test("an import doesn't count as just ended if it still runs, had already ended, or is new to the page", () => {
  assert.equal(hasJustEnded(checked, running), false);
  assert.equal(hasJustEnded(running, running), false);
  assert.equal(hasJustEnded(done, done), false);
  assert.equal(hasJustEnded(undefined, done), false);
  assert.equal(hasJustEnded({ id: 6, status: "running" }, done), false);
});
