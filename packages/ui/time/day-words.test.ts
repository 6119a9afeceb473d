import assert from "node:assert/strict";
import { test } from "node:test";
import { dayWords } from "./day-words.ts";

test("a day is the shop's, however far its zone is from others", () => {
  assert.equal(dayWords("2026-12-24T00:00:00.000+08:00"), "24 Dec 2026");
  assert.equal(dayWords("2026-03-01T23:30:00.000-05:00"), "1 Mar 2026");
});
