import assert from "node:assert/strict";
import { test } from "node:test";
import { hasJustEnded } from "./has-just-ended.ts";

const runningImport = { id: 7, status: "running" } as const;
const checkedImport = { id: 7, status: "checked" } as const;
const doneImport = { id: 7, status: "done" } as const;

test("an ended import counts as just ended if the page last saw it as checked or running", () => {
  assert.equal(hasJustEnded(runningImport, doneImport), true);
  assert.equal(hasJustEnded(checkedImport, doneImport), true);
  assert.equal(hasJustEnded(runningImport, { id: 7, status: "failed" }), true);
  assert.equal(hasJustEnded(runningImport, { id: 7, status: "cancelled" }), true);
});

test("an import doesn't count as just ended if it still runs, had already ended, or is new to the page", () => {
  assert.equal(hasJustEnded(checkedImport, runningImport), false);
  assert.equal(hasJustEnded(runningImport, runningImport), false);
  assert.equal(hasJustEnded(doneImport, doneImport), false);
  assert.equal(hasJustEnded(undefined, doneImport), false);
  assert.equal(hasJustEnded({ id: 6, status: "running" }, doneImport), false);
});
